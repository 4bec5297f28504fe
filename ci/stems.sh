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

# Whether source STEM of the library has a test below tests/DIRECTORY.
is_tested() {
	[ -e "tests/$2/test_$1.c" ] || [ -e "tests/$2/test_${1%%_*}.c" ]
}

# untested SOURCES TESTS
untested() {
	for source in "$1"/*.c; do
		stem=$(basename "$source" .c)
		if [ -e "$source" ] && ! is_tested "$stem" "$2" && ! excepted "$stem"; then
			echo "$source: there is no tests/$2/test_$stem.c"
		fi
	done
}

# has_source "SOURCES..." STEM
has_source() {
	for directory in $1; do
		for source in "$directory/$2.c" "$directory/$2"_*.c; do
			[ ! -e "$source" ] || return 0
		done
	done
	return 1
}

# orphans "SOURCES..." TESTS
orphans() {
	for test in "tests/$2"/test_*.c; do
		stem=$(basename "$test" .c)
		stem=${stem#test_}
		if [ -e "$test" ] && ! has_source "$1" "$stem" && ! excepted "$stem"; then
			echo "$test: there is no $stem.c in $1"
		fi
	done
}

found=$(
	untested libcb/src unit
	untested libcb/report unit
	orphans 'libcb/src libcb/report' unit
	untested libcb/format format
	orphans libcb/format format
)
if [ -n "$found" ]; then
	printf '%s\n' "$found"
	exit 1
fi
echo "stems: $(find libcb/src libcb/format libcb/report -name '*.c' | wc -l) sources"
