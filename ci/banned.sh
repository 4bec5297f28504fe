#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that nothing calls a function of ci/banned.txt (or that of ROOT): banned.sh [ROOT]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$here/..}"

table=ci/banned.txt
status=0

# The uses of banned names in FILE of AREA (library, format or cli).
find_uses() {
	awk -f "$here/strip.awk" "$1" | awk -v file="$1" -v area="$2" -v table="$table" '
		BEGIN {
			stem = file
			sub(/.*\//, "", stem)
			sub(/\.[^.]*$/, "", stem)
			while ((getline row < table) > 0) {
				count = split(row, word, /[ \t]+/)
				if (count < 2 || word[1] ~ /^#/ || (word[2] != "all" && word[2] != area))
					continue
				allowed = 0
				for (i = 3; i <= count; i++)
					if (word[i] == stem)
						allowed = 1
				if (!allowed)
					banned[word[1]] = 1
			}
		}
		{
			rest = $0
			before = ""
			while (match(rest, /[A-Za-z_][A-Za-z_0-9]*/)) {
				name = substr(rest, RSTART, RLENGTH)
				before = before substr(rest, 1, RSTART - 1)
				rest = substr(rest, RSTART + RLENGTH)
				if (name in banned && before !~ /(\.|->)[ \t]*$/ && is_use(name, rest))
					printf "%s:%d: %s is banned\n", file, FNR, name
				before = before name
			}
		}
		# A stream is used by its name, a function by a call or by its address.
		function is_use(name, rest) {
			return name ~ /^std/ || rest ~ /^[ \t]*\(/
		}'
}

check_area() {
	area=$1
	shift
	for file in $(find "$@" -name '*.[ch]' 2>/dev/null | sort); do
		uses=$(find_uses "$file" "$area")
		if [ -n "$uses" ]; then
			printf '%s\n' "$uses"
			status=1
		fi
	done
}

check_area library libcb backends
check_area format libcb/format
check_area cli cli
[ "$status" -ne 0 ] || echo "banned: $(grep -vc '^#\|^$' "$table") names"
exit "$status"
