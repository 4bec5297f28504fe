#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that every source of the library has a unit test of the same stem and every unit test a
# source, but for the exceptions in ci/stems.txt: stems.sh [ROOT]
#
# The parts of a module (results.c, results_read.c) may share the test of the module.
set -eu
cd "${1:-$(dirname "$0")/..}"

excepted() {
	grep -q "^$1[[:blank:]]" ci/stems.txt
}

untested() {
	for source in libcb/src/*.c libcb/report/*.c; do
		stem=$(basename "$source" .c)
		if [ ! -e "tests/unit/test_$stem.c" ] && [ ! -e "tests/unit/test_${stem%%_*}.c" ] &&
			! excepted "$stem"; then
			echo "$source: there is no tests/unit/test_$stem.c"
		fi
	done
}

has_source() {
	for source in libcb/*/"$1.c" libcb/*/"$1"_*.c; do
		[ ! -e "$source" ] || return 0
	done
	return 1
}

orphans() {
	for test in tests/unit/test_*.c; do
		stem=$(basename "$test" .c)
		stem=${stem#test_}
		if [ -e "$test" ] && ! has_source "$stem" && ! excepted "$stem"; then
			echo "$test: there is no libcb/src/$stem.c"
		fi
	done
}

found=$(untested; orphans)
if [ -n "$found" ]; then
	printf '%s\n' "$found"
	exit 1
fi
echo "stems: $(find libcb/src libcb/report -name '*.c' | wc -l) sources"
