#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that every source names its licence, and that no file has left-over notes, paths of one
# machine, merge marks or trailing blanks: words.sh [ROOT]
set -eu
cd "${1:-$(dirname "$0")/..}"

# Recorded input and output of tests is as it was found.
files() {
	find . \( -path ./.git -o -path './build*' -o -path ./.cache -o -path ./tests/fixtures -o -name golden \) \
		-prune -o \
		-type f ! -name '*.json' ! -name LICENSE -print | sort
}

sources() {
	files | grep '\.\([chi]\|def\|sh\|awk\|py\|lua\|cmake\)$\|/CMakeLists\.txt$\|\.yml$\|^\./start$\|^\./\.ci/run$\|^\./ci/gate$'
}

# The licence line is among the first three lines.
unlicensed() {
	sources | while IFS= read -r file; do
		head -n 3 "$file" | grep -q 'SPDX-License-Identifier: Apache-2\.0' ||
			echo "$file: no SPDX-License-Identifier in its head"
	done
}

# Written so that this file does not match itself.
notes='(^|[^A-Za-z])(T[O]DO|F[I]XME|X[X]X|H[A]CK)([^A-Za-z]|$)'
paths='(^|[^A-Za-z0-9_.])/(w[o]rk|h[o]me|fa[r]m|Us[e]rs)/'
marks='^(<<[<]<<<<|>>[>]>>>>)'

left_over() {
	files | while IFS= read -r file; do
		grep -nIE "$notes|$paths|$marks|[[:blank:]]$" "$file" /dev/null || :
	done
}

# Where a figure was to be filled in.
unfilled() {
	files | grep '\.md$' | while IFS= read -r file; do
		grep -nE 'F[I]GURE_[A-Z]' "$file" /dev/null || :
	done
}

found=$(unlicensed; left_over; unfilled)
if [ -n "$found" ]; then
	printf '%s\n' "$found"
	exit 1
fi
echo "words: $(files | wc -l) files"
