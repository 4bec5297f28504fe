#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that the library exports what its headers declare, no more and no less, and that each
# backend module exports its one symbol: exports.sh ROOT LIBRARY [MODULE_DIRECTORY]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$1
library=$2
modules=${3:-}

case $library in
*.so | *.so.* | *.dylib) ;;
*)
	echo "exports: skipped, $library is not a shared library"
	exit 77
	;;
esac

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0

# Names after CB_API in the headers: the word before the first parenthesis, or the last word.
declared() {
	for header in "$root"/libcb/include/cb/*.h; do
		awk -f "$here/strip.awk" "$header"
	done | awk '
		continued || /^[ \t]*#/ { continued = /\\$/; next }
		{ all = all " " $0 }
		END {
			count = split(all, statement, ";")
			for (i = 1; i <= count; i++) {
				at = match(statement[i], /(^|[^A-Za-z_0-9])CB_API[^A-Za-z_0-9]/)
				if (!at)
					continue
				text = substr(statement[i], RSTART + RLENGTH)
				sub(/\(.*/, "", text)
				sub(/[ \t]*$/, "", text)
				sub(/.*[^A-Za-z_0-9]/, "", text)
				print text
			}
		}' | sort -u
}

# Defined dynamic symbols. Names that begin with an underscore belong to compilers and sanitizers.
exported() {
	nm -D --defined-only "$1" | awk 'NF == 3 && $3 !~ /^_/ { sub(/@.*/, "", $3); print $3 }' | sort -u
}

declared >"$scratch/declared"
exported "$library" >"$scratch/exported"
if [ ! -s "$scratch/declared" ]; then
	echo "exports: no declaration found under $root/libcb/include/cb"
	exit 1
fi
comm -13 "$scratch/declared" "$scratch/exported" >"$scratch/extra"
comm -23 "$scratch/declared" "$scratch/exported" >"$scratch/missing"
if [ -s "$scratch/extra" ]; then
	sed 's/$/: exported, but declared in no public header/' "$scratch/extra"
	status=1
fi
if [ -s "$scratch/missing" ]; then
	sed 's/$/: declared CB_API, but not exported/' "$scratch/missing"
	status=1
fi

count=0
for module in ${modules:+"$modules"/*.so}; do
	[ -e "$module" ] || continue
	count=$((count + 1))
	symbols=$(exported "$module" | tr '\n' ' ')
	if [ "$symbols" != "cb_backend_v1 " ]; then
		echo "$module: exports ${symbols:-nothing }instead of cb_backend_v1 alone"
		status=1
	fi
done

[ "$status" -ne 0 ] || echo "exports: $(wc -l <"$scratch/declared") functions, $count modules"
exit "$status"
