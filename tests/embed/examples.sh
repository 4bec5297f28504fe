#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The programs of examples/ compile without warnings, run, and stand in docs/embedding.md as they are:
# examples.sh ROOT CC INCLUDES LIBRARY_DIRECTORY
set -eu

root=$1
cc=$2
includes=$3
libraries=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
	echo "examples: $*"
	exit 1
}

flags=
old_ifs=$IFS
IFS=:
for directory in $includes; do
	flags="$flags -I$directory"
done
IFS=$old_ifs

# The block below a line that names the file.
shown() {
	awk -v name="$1" '
		inside && /^```/ { exit }
		inside { print }
		/^```c$/ && named { inside = 1 }
		index($0, name) { named = 1 }' "$root/docs/embedding.md"
}

for example in aes_gcm own_function; do
	source=$root/examples/$example.c
	shown "examples/$example.c" >"$work/shown"
	# The licence line and the comment that follows it are left out there.
	sed '1d' "$source" | diff - "$work/shown" || fail "docs/embedding.md shows another $example.c"
	# shellcheck disable=SC2086 # a list of options
	"$cc" -std=c11 -O2 -Wall -Wextra -Wpedantic -Werror $flags "$source" \
		-L"$libraries" -lcb -Wl,-rpath,"$libraries" -o "$work/$example"
done

"$work/own_function" >"$work/out" || fail "own_function ended with exit status $?"
# Twice the work, roughly: 1.4 to 2.9 times the time.
grep -Eq '^whole takes (1\.[4-9]|2\.[0-8])[0-9]* times as long as half ' "$work/out" ||
	fail "own_function printed: $(cat "$work/out")"

[ -e "$libraries/libcb/backends/openssl.so" ] || exit 0
"$work/aes_gcm" >"$work/out" || fail "aes_gcm ended with exit status $?"
[ "$(grep -Ec '^ *(1400|16384) bytes: [0-9]+ MB/s, [0-9.]+ times as fast as without$' "$work/out")" -eq 2 ] ||
	fail "aes_gcm printed: $(cat "$work/out")"
