#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that clang-tidy, with the checks of .clang-tidy, finds nothing: tidy.sh BUILD [FILE...]
#
# BUILD is a configured build directory (it holds compile_commands.json). It takes minutes, so it is
# no part of check.sh.
set -eu
build=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/.."

tool=clang-tidy
command -v "$tool" >/dev/null 2>&1 || tool=clang-tidy-14
if ! command -v "$tool" >/dev/null 2>&1; then
	echo "tidy: skipped, clang-tidy is not here"
	exit 77
fi

if [ $# -eq 0 ]; then
	# shellcheck disable=SC2046 # file names of this tree have no blanks
	set -- $(sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$build/compile_commands.json" |
		grep "^$PWD/\\(libcb\\|backends\\|cli\\)/" | sort -u)
fi
for file in "$@"; do
	echo "tidy: $file"
	"$tool" -p "$build" --quiet --warnings-as-errors='*' "$file"
done
