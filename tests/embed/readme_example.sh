#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The example of the README compiles without warnings and prints a rate:
# readme_example.sh README CC INCLUDES LIBRARY_DIRECTORY
set -eu

readme=$1
cc=$2
includes=$3
libraries=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

{
	awk '/^```/ { inside = $0 == "```c"; next } inside && /^#include/' "$readme"
	printf 'int main(void)\n{\n'
	awk '/^```/ { inside = $0 == "```c"; next } inside && !/^#include/' "$readme"
	printf 'else\n\treturn 1;\nreturn 0;\n}\n'
} >"$work/example.c"

flags=
old_ifs=$IFS
IFS=:
for directory in $includes; do
	flags="$flags -I$directory"
done
IFS=$old_ifs
# shellcheck disable=SC2086 # a list of options
"$cc" -std=c11 -Wall -Wextra -Werror $flags "$work/example.c" \
	-L"$libraries" -lcb -Wl,-rpath,"$libraries" -o "$work/example"
"$work/example" | grep -q 'B/s$'
