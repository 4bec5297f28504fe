#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that what a gate wrote can be judged again, by its rules or by others, and that a file that
# is no such document ends with 5 and a word why.
# shellcheck source=tests/cli/gate_common.sh
. "$(dirname "$0")/gate_common.sh"

gate_toy 1 --no-shortcut --config "$rules" --inject '**=100' --json "$dir/g.json"
said=$last

gate_ends 1 --judge "$dir/g.json" --json "$dir/again.json" --junit "$dir/j.xml"
[ "$last" = "$said" ] || fail "'$last' instead of '$said'"
[ -s "$dir/j.xml" ] || fail 'no report of a stored gate'
gate_ends 1 --judge "$dir/again.json"
[ "$last" = "$said" ] || fail "'$last' instead of '$said' of what was judged before"

# --- standard input, which is read but once
for more in '' '--limit 60%'; do
	# shellcheck disable=SC2086 # an option and its value
	"$CBENCH" gate --judge "$dir/g.json" $more >"$dir/file" || true
	# shellcheck disable=SC2086
	"$CBENCH" gate --judge - $more <"$dir/g.json" >"$dir/out" 2>"$dir/err" || true
	cmp "$dir/file" "$dir/out" || fail "another judgement of standard input: $(cat "$dir/err")"
done

# --- one file, by its ending, beside the table
for ending in json xml md txt; do
	gate_ends 1 --judge "$dir/g.json" -o "$dir/out.$ending"
	[ "$last" = "$said" ] || fail "'$last' instead of '$said' with -o"
done
cmp "$dir/out.json" "$dir/again.json" || fail '-o writes another document than --json'
cmp "$dir/out.xml" "$dir/j.xml" || fail '-o writes another report than --junit'
grep -q '^## libcb gate' "$dir/out.md" || fail 'no page by its ending'
[ "$(tail -n 1 "$dir/out.txt")" = "$said" ] || fail 'no table by its ending'
expect 2 "$CBENCH" gate --judge "$dir/g.json" --output "$dir/out.csv"
err_has '"'"$dir/out.csv"'": end with one of .txt, .json, .xml, .md'
[ "$(tail -n 1 "$dir/out")" = 'verdict=usage cells=0 regressed=0 inconclusive=0 waived=0 missing=0 exit=2' ] ||
	fail "the last line of what is refused: $(cat "$dir/out")"

# --- shown, with the exit status that it means
expect 1 "$CBENCH" show "$dir/g.json"
[ "$(tail -n 1 "$dir/out")" = "$said" ] || fail "show ends with '$(tail -n 1 "$dir/out")'"
expect 1 "$CBENCH" show "$dir/again.json" --format json
cmp "$dir/out" "$dir/again.json" || fail 'show writes something else'
expect 1 "$CBENCH" show "$dir/g.json" -o "$dir/shown.xml" --format junit
[ -s "$dir/shown.xml" ] || fail 'no report of a gate that was shown'

# --- other rules
echo 'gate = { limit = "60%"; screen_launches = 6; confirm_launches = 16; rounds = 1; };' >"$dir/wide.conf"
status=0
"$CBENCH" gate --judge "$dir/g.json" --config "$dir/wide.conf" >"$dir/out" 2>"$dir/err" || status=$?
[ "$status" -ne 1 ] || fail "still a regression, with a limit of 60 %: $(cat "$dir/out")"
tail -n 1 "$dir/out" | grep -q "regressed=0 .*exit=$status\$" || fail "the last line: $(cat "$dir/out")"
gate_ends 1 --judge "$dir/g.json" --config "$dir/wide.conf" --limit 5%
# --- one of the stored rules, changed: the others stay
status=0
"$CBENCH" gate --judge "$dir/g.json" --limit 60% --json "$dir/changed.json" >"$dir/out" 2>"$dir/err" || status=$?
[ "$status" -ne 1 ] || fail "still a regression, with --limit 60%: $(cat "$dir/out")"
grep -q '"limit_percent": 60' "$dir/changed.json" || fail 'the limit is not that of the command line'
grep -q '"confirm_launches": 16' "$dir/changed.json" || fail 'a stored rule is gone'
gate_ends 1 --judge "$dir/changed.json" --limit 5%
# --- a limit for all cells beside one for some, which stays
[ ! -s "$dir/err" ] || fail "told of a rule where there is none: $(cat "$dir/err")"
printf 'rules = (\n  { cells = "**/digest/**"; limit = "3%%"; }\n);\n' >"$dir/some.conf"
"$CBENCH" gate --judge "$dir/g.json" --config "$dir/some.conf" --limit 60% --json "$dir/some.json" >"$dir/out" \
	2>"$dir/err" || :
grep -q -- '--limit 60% is for cells without a rule: of 1 cell.*3 % in line 2 of .*some.conf ("\*\*/digest/\*\*")' "$dir/err" ||
	fail "not told that the rule stays: $(cat "$dir/err")"
"$CBENCH" gate --judge "$dir/g.json" --config "$dir/some.conf" >"$dir/out" 2>"$dir/err" || :
[ ! -s "$dir/err" ] || fail "told of a limit that nobody gave: $(cat "$dir/err")"

gate_ends 2 --judge "$dir/g.json" --limit much
err_has limit
gate_ends 5 --judge "$0" --limit 5%
gate_ends 2 --judge "$dir/g.json" --config "$dir/none.conf"
err_has none.conf

# --- files that are none
# broken TEXT FILE
broken() {
	gate_ends 5 --judge "$2"
	one_complaint
	err_has "$1"
	err_has "$2"
	case $last in
	'verdict=invalid cells=0 regressed=0 inconclusive=0 waived=0 missing=0 exit=5') ;;
	*) fail "not this last line: $last" ;;
	esac
}
head -c 5000 "$dir/g.json" >"$dir/cut.json"
broken 'line' "$dir/cut.json"
: >"$dir/empty.json"
broken 'is empty' "$dir/empty.json"
sed 's/"injected_percent": *[0-9.]*/"injected_percent": NaN/' "$dir/g.json" >"$dir/nan.json"
broken 'line' "$dir/nan.json"
sed 's/"injected_percent": *[0-9.]*/"injected_percent": "much"/' "$dir/g.json" >"$dir/text.json"
broken 'injected_percent' "$dir/text.json"
run_null -o "$dir/r.json" >"$dir/out" 2>&1
broken 'libcb.results/1' "$dir/r.json"
expect 2 "$CBENCH" gate --judge "$dir/none.json"
err_has none.json
