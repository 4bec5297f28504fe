#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that no function is longer than 60 lines and no file longer than 600: length.sh [ROOT]
#
# Tables (.def) are data and exempt. The lines of a function are those from its opening to its
# closing brace.
set -eu
strip=$(cd "$(dirname "$0")" && pwd)/strip.awk
cd "${1:-$(dirname "$0")/..}"

max_function=60
max_file=600

sources() {
	find libcb backends bindings cli examples tests cmake ci CMakeLists.txt start .ci/run \
		\( -name '*.[chi]' -o -name '*.cpp' -o -name '*.sh' -o -name '*.awk' -o -name '*.py' -o -name '*.lua' \
		-o -name '*.cmake' -o -name CMakeLists.txt -o -name start -o -name run \) \
		-type f 2>/dev/null | sort
}

long_files() {
	sources | while IFS= read -r file; do
		lines=$(wc -l <"$file")
		if [ "$lines" -gt "$max_file" ]; then
			echo "$file: $lines lines, at most $max_file"
		fi
	done
}

long_functions() {
	sources | grep '\.[ch]$' | while IFS= read -r file; do
		awk -f "$strip" "$file" | awk -v file="$file" -v max="$max_function" '
			# Preprocessor lines and their continuations have braces of their own.
			continued || /^[ \t]*#/ { continued = /\\$/; next }
			/^[ \t]*extern ""/ { next }
			{
				for (at = 1; at <= length($0); at++) {
					c = substr($0, at, 1)
					if (c == "{" && depth++ == 0) {
						is_function = (last == ")")
						start = FNR
					} else if (c == "}" && depth > 0 && --depth == 0 && is_function) {
						if (FNR - start + 1 > max)
							printf "%s:%d: function of %d lines, at most %d\n",
								file, start, FNR - start + 1, max
					}
					if (c != " " && c != "\t")
						last = c
				}
			}'
	done
}

found=$(long_files; long_functions)
if [ -n "$found" ]; then
	printf '%s\n' "$found"
	exit 1
fi
echo "length: $(sources | wc -l) files"
