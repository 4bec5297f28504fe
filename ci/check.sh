#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs every check that needs no build and says which failed: check.sh [ROOT]
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=${1:-$here/..}
failed=

for check in banned format layers length scripts stems words; do
	"$here/$check.sh" "$root"
	case $? in
	0 | 77) ;;
	*) failed="$failed $check" ;;
	esac
done

if [ -n "$failed" ]; then
	echo "failed:$failed" >&2
	exit 1
fi
