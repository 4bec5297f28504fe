#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that gate refuses what it cannot understand before it measures anything, says what and where,
# and that its help names its options.
# shellcheck source=tests/cli/gate_common.sh
. "$(dirname "$0")/gate_common.sh"

only_last_line() {
	[ "$(cat "$dir/out")" = 'verdict=usage cells=0 regressed=0 inconclusive=0 waived=0 missing=0 exit=2' ] ||
		fail "not the last line, and nothing else, of $1: $(cat "$dir/out")"
}

# refuse TEXT ARGUMENT...: it is not even clear what was to be judged
refuse() {
	text=$1
	shift
	expect 2 "$CBENCH" gate "$@"
	one_complaint
	err_has "$text"
	only_last_line "$*"
}

refuse 'say one of'
refuse 'say one of' -a sha256
refuse 'say one of' --base a --head b --baseline "$dir/b.json"
refuse 'say one of' --baseline "$dir/b.json" --save-baseline "$dir/b.json"
refuse 'say one of' --judge "$dir/g.json" --head b
refuse '--base and --baseline exclude each other' --base a --head b --baseline "$dir/b.json"
refuse '--base and --judge exclude each other' --judge "$dir/g.json" --head b
refuse '--base and --head go together' --base toy_accel
refuse '--base and --head go together' --head toy_accel
refuse '--accept needs --reason' --accept "$dir/b.json"
refuse '--accept needs --reason' --accept "$dir/b.json" --reason ''
refuse '--subject goes with a baseline' --base a --head b -s c
refuse '"--frob"' --frob
refuse '"operand"' --base a --head b operand
refuse '"--head" needs' --base a --head
refuse 'not "both"' --base a --head b --mode both
refuse 'not "ignore"' --base a --head b --inconclusive ignore
refuse '"--launches"' --base a --head b --launches 2
refuse '"wide"' --base a --head b --width wide

# --- what would be ignored
refuse '--reason goes with' --base a --head b --reason none
refuse '--reason goes with' --baseline "$dir/b.json" -s toy_accel --reason none
refuse '--reason goes with' --save-baseline "$dir/b.json" --reason none
refuse '--save-baseline judges nothing' --save-baseline "$dir/b.json" --junit "$dir/j.xml"
refuse '--save-baseline judges nothing' --save-baseline "$dir/b.json" --limit 2%
refuse '--reason goes with' --judge "$dir/g.json" --reason ''
refuse '--no-library goes with' --base a --head b --no-library
refuse '--no-library goes with' --baseline "$dir/b.json" -s toy_accel --no-library
refuse '--no-library goes with' --accept "$dir/b.json" --reason none --no-library
refuse '--no-library goes with' --judge "$dir/g.json" --no-library
refuse '--judge measures nothing' --judge "$dir/g.json" -s toy_accel
refuse '--algorithms says what is measured' --judge "$dir/g.json" -a md5
refuse '--inject says what is measured' --judge "$dir/g.json" --limit 2% --inject '**=3'
refuse '--no-shortcut says what is measured' --judge "$dir/g.json" --no-shortcut

# says TEXT STATUS ARGUMENT...: it is clear, and cannot be done; then there is a last line
says() {
	text=$1
	shift
	gate_ends "$@"
	one_complaint
	err_has "$text"
	only_last_line "$*"
}

toy="--base toy_accel=$old --head toy_accel=$new -a fixture-hash --sizes 64"
# shellcheck disable=SC2086 # several words are meant
{
	says 'the very same thing' 2 --base "toy_accel=$old" --head "toy_accel=$old" -a fixture-hash
	says 'the very same' 2 --base toy_accel --head "toy_accel:on" -a fixture-hash
	says '2 modes and head' 2 --base toy_accel --head "toy_accel:off" --accel on,off -a fixture-hash
	ln -s "$old" "$dir/link.so"
	says 'the very same' 2 --base "toy_accel=$old" --head "toy_accel=$dir/link.so" -a fixture-hash
	says "as in BACKEND=$old" 2 --base "$old" --head "toy_accel=$new"
	says 'no-such-backend' 2 --base no-such-backend --head "toy_accel=$new"
	says 'no-such-backend' 2 --base toy_accel --head no-such-backend
	says "$dir/none.so" 2 --base "toy_accel=$old" --head "toy_accel=$dir/none.so"
	says "library \"$0\"" 2 --base "toy_accel=$old" --head "toy_accel=$0" -a fixture-hash
	! grep -q 'it:\|BACKEND=FILE' "$dir/err" || fail "a text is taken for another library: $(cat "$dir/err")"
	head -c "$(($(wc -c <"$old") / 4))" "$old" >"$dir/cut.so"
	says "library \"$dir/cut.so\": " 2 --base "toy_accel=$dir/cut.so" --head "toy_accel=$new" -a fixture-hash
	says "library \"$dir/cut.so\": " 2 --base "toy_accel=$old" --head "toy_accel=$dir/cut.so" -a fixture-hash
	! grep -q 'BACKEND=FILE' "$dir/err" || fail "a cut file is taken for another library: $(cat "$dir/err")"
	[ ! -e "$TEST_BACKENDS/right_size.so" ] || says 'BACKEND=FILE' 2 \
		--base "toy_accel=$TEST_BACKENDS/right_size.so" --head "toy_accel=$old" -a fixture-hash
	says "$dir/none" 2 --backend "$dir/none" $toy
	says 'no-such-algorithm' 2 --base toy_accel --head "toy_accel=$new" -a no-such-algorithm
	says 'option sizes' 2 $toy --sizes 0
	says 'option inject' 2 $toy --inject '**'
	for limit in 5x -1 100 '' nan; do
		says "\"$limit\"" 2 $toy --limit "$limit"
		err_has limit
	done
	says '"["' 2 $toy --allow-removed '['

	# --- rules
	says 'none.conf' 2 $toy --config "$dir/none.conf"
	printf 'gate = {\n  limit = "3%%";\n  nonsense = 1;\n};\n' >"$dir/r.conf"
	says "$dir/r.conf:3" 2 $toy --config "$dir/r.conf"
	err_has nonsense
	printf 'gate = {\n  limit = ;\n};\n' >"$dir/r.conf"
	says "$dir/r.conf:2" 2 $toy --config "$dir/r.conf"
	printf 'rules = (\n  { cells = "toy_accel/**"; limit = "3%%"; },\n  { cells = "none/**"; limit = "3%%"; }\n);\n' \
		>"$dir/r.conf"
	says "$dir/r.conf:3" 2 $toy --config "$dir/r.conf"
	err_has none/
	says 'none/' 2 $toy --allow-removed 'none/**'
	says '"**" crosses' 2 $toy --allow-removed 'toy_accel/*'

	# --- files that cannot be written, before anything is measured
	for option in --json --junit --markdown --codequality --openmetrics; do
		says "\"$dir/missing/file\"" 2 $toy --inject '**=100' --no-shortcut \
			$option "$dir/missing/file"
		says "\"$dir\"" 2 $toy $option "$dir"
	done
}
says "\"$dir/missing/b.json\"" 2 --accept "$dir/missing/b.json" --reason none
expect 2 "$CBENCH" gate --save-baseline "$dir/missing/b.json" -s null:on
one_complaint
err_has "\"$dir/missing/b.json\""
[ ! -s "$dir/out" ] || fail "a last line of what judges nothing: $(cat "$dir/out")"

# --- help
expect 0 "$CBENCH" gate --help
cp "$dir/out" "$dir/help"
expect 0 "$CBENCH" help gate
cmp "$dir/out" "$dir/help"
! grep -q '^verdict=' "$dir/help" || fail 'the help ends as a judgement does'
for option in base head baseline save-baseline accept reason no-library judge mode limit config \
	allow-removed inconclusive json output junit markdown codequality openmetrics github all algorithms \
	sizes ops budget no-shortcut inject subject backend color width worker launcher quiet help; do
	[ "$(grep -c -- "^  \\(-.,\\|   \\) --$option\\( \\|\$\\)" "$dir/help")" -eq 1 ] ||
		fail "--$option is not there once"
done
