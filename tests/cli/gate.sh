#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that gate ends with 0 for copies, at once or measured, with 1 for a slowdown that was
# injected, with 4 for what crashes and with 5 where nothing was compared; that its last line is its
# exit status, and that its reports are written.
# shellcheck source=tests/cli/gate_common.sh
. "$(dirname "$0")/gate_common.sh"

# --- the same bytes
gate_toy 0
out_has '1 identical'
out_has 'nothing was measured: both files have the same code in 1 cell'
out_has 'is the head the right file?'
gate_toy 0 --github --markdown "$dir/same.md"
out_has '::notice title=libcb%3A same-code::both files have the same code'
grep -q 'nothing was measured' "$dir/same.md" || fail "the page does not say so: $(cat "$dir/same.md")"
case $last in
'verdict=ok cells=1 '*) ;;
*) fail "not ok: $last" ;;
esac
[ ! -s "$dir/err" ] || fail "something on standard error: $(cat "$dir/err")"
gate_toy 0 -q
[ "$(wc -l <"$dir/out")" -le 5 ] || fail "not quiet: $(cat "$dir/out")"
gate_toy 0 --all
out_has toy_accel/fixture-hash/digest/64/on

# --- measured all the same: it may be too noisy here, but no copy is a regression
status=0
"$CBENCH" gate --backend "$module" --base "toy_accel=$old" --head "toy_accel=$new" -a fixture-hash \
	--sizes 64 --no-shortcut --config "$rules" >"$dir/out" 2>"$dir/err" </dev/null || status=$?
case $status in
0 | 3 | 5) ;;
*) fail "exit $status for a copy: $(cat "$dir/out" "$dir/err")" ;;
esac
tail -n 1 "$dir/out" | grep -q "^verdict=[a-z]* cells=1 .*exit=$status\$" || fail "the last line: $(cat "$dir/out")"
! grep -q identical "$dir/out" || fail 'a copy was not measured, though it was to be'

# --- a side without a mode has its own, whatever the other is
status=0
"$CBENCH" gate --backend "$module" --base "toy_accel=$old" --head "toy_accel:off=$old" -a fixture-hash \
	--sizes 64 --config "$rules" --json "$dir/modes.json" >"$dir/out" 2>"$dir/err" </dev/null || status=$?
case $status in
0 | 1 | 3 | 5) ;;
*) fail "exit $status for two modes: $(cat "$dir/out" "$dir/err")" ;;
esac
out_has 'mode on, the head in mode off'

# --- a slowdown
gate_toy 1 --no-shortcut --config "$rules" --inject '**=100' --json "$dir/g.json" --junit "$dir/j.xml" \
	--markdown "$dir/m.md" --codequality "$dir/c.json" --openmetrics "$dir/o.txt" --github
case $last in
'verdict=regressed cells=1 regressed=1 '*) ;;
*) fail "not regressed: $last" ;;
esac
out_has 'toy_accel/fixture-hash/digest/64/on'
grep -q '^::error ' "$dir/out" || fail 'no annotation'
for file in g.json j.xml m.md c.json o.txt; do
	[ -s "$dir/$file" ] || fail "$file is not there, or empty"
done
grep -q '"schema": *"libcb.gate/1"' "$dir/g.json" || fail 'no document'
grep -q '<failure' "$dir/j.xml" || fail 'no failure in the JUnit report'
grep -q 'digest/64/on' "$dir/m.md" || fail 'the page does not name the cell'
grep -q 'digest/64/on' "$dir/c.json" || fail 'the Code Quality report does not name the cell'
[ "$(tail -n 1 "$dir/o.txt")" = '# EOF' ] || fail 'OpenMetrics without an end'

# --- whoever is quiet still says that it was no loss in earnest
gate_ends 1 --judge "$dir/g.json" --quiet
out_has 'injected: slowdowns were injected into 1 cell '
grep -q 'canary-found' "$dir/out" && fail 'a note that changes nothing in spite of --quiet'

# --- the table fits the width that is asked for
gate_ends 1 --judge "$dir/g.json" --width 60
awk 'length($0) > 60 && !/^verdict=|:\/\/|^base|^head/ { print; exit 1 }' "$dir/out" >"$dir/wide" ||
	fail "wider than 60: $(cat "$dir/wide")"

# --- a side that crashes, and one that lacks what the other has
if [ -f "$TEST_BACKENDS/crash_segv.so" ] && [ -f "$TEST_BACKENDS/right_size.so" ]; then
	expect 4 "$CBENCH" gate --backend "$TEST_BACKENDS/right_size.so" --backend \
		"$TEST_BACKENDS/crash_segv.so" --base right_size --head crash_segv -a '*' --sizes 64 \
		--config "$rules" --time-limit 5
	case $(tail -n 1 "$dir/out") in
	verdict=broken*' exit=4') ;;
	*) fail "not broken: $(tail -n 1 "$dir/out")" ;;
	esac
fi
expect 5 "$CBENCH" gate --backend "$module" --base null:on --head "toy_accel=$new" --sizes 64 \
	-a fixture-hash --config "$rules"
case $(tail -n 1 "$dir/out") in
verdict=invalid*' exit=5') ;;
*) fail "not invalid: $(tail -n 1 "$dir/out")" ;;
esac
out_has 'compares nothing'
