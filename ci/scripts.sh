#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that shellcheck finds nothing in the shell scripts: scripts.sh [ROOT]
# Skipped (exit 77) where there is no shellcheck.
set -eu
cd "${1:-$(dirname "$0")/..}"

if ! command -v shellcheck >/dev/null 2>&1; then
	echo "scripts: skipped, shellcheck is not here"
	exit 77
fi

set -- start .ci/run
[ ! -e ci/gate ] || set -- "$@" ci/gate
for script in $(find ci cli tests backends bindings -name '*.sh' 2>/dev/null | sort); do
	set -- "$@" "$script"
done
shellcheck "$@"
echo "scripts: $# files"
