#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that no process of the tests before it left memory behind or misused it: leaks.sh DIRECTORY
#
# Workers are children of the programs under test, so nobody looks at how they end. Sanitizers write
# what they find to the files DIRECTORY/log.PID, which are removed here once they were shown. What a
# backend that crashes on purpose leaves is no finding.
set -u
directory=$1

case "${ASAN_OPTIONS:-}" in
*"log_path=$directory/log"*) ;;
*)
	echo "ASAN_OPTIONS has no log_path=$directory/log: nothing was looked at"
	exit 77
	;;
esac

found='LeakSanitizer|AddressSanitizer: (alloc|attempting|bad|calloc|double|dynamic|global|heap|invalid|memcpy|negative|new|stack|strcpy|use)'
status=0
for file in "$directory"/log.*; do
	[ -e "$file" ] || continue
	if grep -qE "$found" "$file"; then
		cat "$file"
		status=1
	fi
	rm -f "$file"
done
exit $status
