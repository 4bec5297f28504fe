#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that what prove wrote is shown and judged again without following anything, and that a file
# that is no such document is refused with a last line.
# shellcheck source=tests/cli/prove_common.sh
. "$(dirname "$0")/prove_common.sh"

expect 0 prove_one -o "$dir/p.json"
head -n 5 "$dir/out" >"$dir/shown"

expect 0 "$CBENCH" prove --judge "$dir/p.json"
head -n 5 "$dir/out" | cmp - "$dir/shown" || fail "not shown as it was: $(cat "$dir/out")"
out_has '2 cells followed'
"$CBENCH" prove --judge - <"$dir/p.json" >"$dir/standard" || fail 'standard input is not judged'
cmp "$dir/out" "$dir/standard" || fail 'standard input is shown otherwise'
expect 0 "$CBENCH" prove --judge "$dir/p.json" --format json
cmp "$dir/out" "$dir/p.json" || fail 'written again as something else'
expect 0 "$CBENCH" show "$dir/p.json" --format json
cmp "$dir/out" "$dir/p.json" || fail 'show writes something else'

expect 0 "$CBENCH" prove --judge "$dir/p.json" --require "$cell/**=scalar"
[ "$(tail -n 1 "$dir/out")" = 'verdict=ok cells=2 lacking=0 exit=0' ] || fail "$(tail -n 1 "$dir/out")"
expect 1 "$CBENCH" prove --judge "$dir/p.json" --require "$cell/64/on=rdrand"
[ "$(tail -n 1 "$dir/out")" = 'verdict=lacking cells=2 lacking=1 exit=1' ] || fail "$(tail -n 1 "$dir/out")"

# refused TEXT FILE
refused() {
	expect 2 "$CBENCH" prove --judge "$2" --require '**=aes'
	one_complaint
	err_has "$1"
	[ "$(cat "$dir/out")" = 'verdict=invalid cells=0 lacking=0 exit=2' ] || fail "$(cat "$dir/out")"
}
refused none.json "$dir/none.json"
head -c 300 "$dir/p.json" >"$dir/cut.json"
refused 'line' "$dir/cut.json"
sed 's/"inside": [0-9]*/"inside": 1/' "$dir/p.json" >"$dir/sum.json"
refused 'proofs[0].counts: more than inside' "$dir/sum.json"
run_null -o "$dir/r.json" >"$dir/out" 2>&1
refused 'kind results' "$dir/r.json"
