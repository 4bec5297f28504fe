#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that a set of proofs is shown and judged as it always was. SHOW_PROOF names the program.
# With UPDATE=1 the golden files are written instead.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"
: "${SHOW_PROOF:?the show_proof program}"

# same GOLDEN ARGUMENT...
same() {
	golden=$here/golden/$1
	shift
	"$SHOW_PROOF" "$@" | tr -d '\r' >"$dir/shown"
	if [ "${UPDATE:-0}" = 1 ]; then
		cp "$dir/shown" "$golden"
	else
		diff -u "$golden" "$dir/shown" || fail "$* differs from $golden"
	fi
}

same proof.txt table
same proof-80.txt table 80
same proof-color.txt table 0 color quiet
same proof-refused.txt table 80 refused
same proof-cancelled.txt table 0 quiet cancelled
same proof.md markdown
same proof.csv csv
same proof-judged.txt table 0 judge
same proof-judged-refused.txt table 0 judge refused
same proof-judged-cancelled.txt table 0 judge cancelled

# no line is wider than the terminal where it can be broken
"$SHOW_PROOF" table 100 >"$dir/shown"
long=$(awk 'length > 100 && !/^ *\|/' "$dir/shown")
[ -z "$long" ] || fail "wider than 100 columns: $long"
