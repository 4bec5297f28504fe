#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that a baseline can be saved, judged against and accepted into, with a copy of the library
# and without, and that what is no baseline, or one of elsewhere, ends with 5.
# shellcheck source=tests/cli/gate_common.sh
. "$(dirname "$0")/gate_common.sh"
base=$dir/b.json

# save STATUS ARGUMENT...
save() {
	status_of_save=$1
	shift
	expect "$status_of_save" "$CBENCH" gate --backend "$module" --save-baseline "$base" \
		-a fixture-hash --sizes 64 --budget 0.5 "$@"
}

# --- none yet
gate_ends 5 --baseline "$base" -s "toy_accel=$old"
out_has "cbench gate --save-baseline $base"
gate_ends 5 --baseline "$base"
[ "$(grep -c 'there is no baseline' "$dir/out")" -eq 1 ] || fail "it is said twice: $(cat "$dir/out")"
[ -n "$(head -n 1 "$dir/out")" ] || fail 'an empty line to begin with'
gate_ends 2 --accept "$base" --reason 'there is none'
err_has "\"$base\" was not replaced"
err_has '--save-baseline'
[ ! -e "$base" ] || fail 'a baseline came from nowhere'

# --- with the library
save 0 -s "toy_accel:on=$old"
out_has "$base: run 1 of this baseline, 1 cell, with a copy of the library"
cmp "$old" "$base".libs/toy_accel/*/libtoy.so
gate_ends 0 --baseline "$base" -s "toy_accel:on=$new"
out_has '1 identical'
out_has 'mode: bundle'
# What was measured is in the baseline, its library too; without a word that is measured again.
gate_ends 0 --baseline "$base"
out_has '1 identical'
gate_ends 1 --baseline "$base" -s "toy_accel:on=$new" --no-shortcut --config "$rules" \
	--inject '**=100' --json "$dir/g.json"
grep -q '"mode": *"bundle"' "$dir/g.json" || fail 'not the mode bundle'
gate_ends 0 --accept "$base" --reason 'as good as before' -s "toy_accel:on=$new" --budget 0.5
grep -qF "$base: replaced" "$dir/out" || fail "nothing says that the baseline was replaced: $(cat "$dir/out")"
grep -q 'as good as before' "$base" || fail 'the reason is not in the baseline'
for copy in "$base".libs/toy_accel/*/libtoy.so; do
	printf x >>"$copy"
done
gate_ends 5 --baseline "$base" -s "toy_accel:on=$new"
err_has damaged

# --- without
rm -rf "$base" "$base.libs"
save 0 -s toy_accel:on --no-library
out_has 'run 1 of this baseline, 1 cell'
! grep -q 'copy' "$dir/out" || fail 'there is a copy of the library'
save 0 -s toy_accel:on --no-library
out_has 'run 2 of this baseline'
cp "$base" "$dir/before"
save 2 -s toy_accel:off --no-library
err_has '--accept'
cmp "$base" "$dir/before"

# --- of another machine
sed 's/"governor": *"[^"]*"/"governor":"somewhere else"/g' "$base" >"$dir/moved"
mv "$dir/moved" "$base"
gate_ends 5 --baseline "$base" --budget 0.5
out_has 'environment.cpu.governor was somewhere else'
save 2 --no-library
err_has 'environment.cpu.governor was somewhere else'

# --- what is none
for text in '' '{' '[]' '{"schema": "libcb.results/1"}' '{"schema": "libcb.baseline/1", "runs": []}'; do
	printf '%s' "$text" >"$base"
	gate_ends 5 --baseline "$base" -s toy_accel
	one_complaint
	err_has "$base"
	save 5 -s toy_accel
	[ "$(cat "$base")" = "$text" ] || fail 'it was overwritten'
done

# --- nothing measured, and something that crashed
rm "$base"
if [ -f "$TEST_BACKENDS/crash_segv.so" ]; then
	save 5 --backend "$TEST_BACKENDS/crash_segv.so" -s crash_segv
	[ ! -e "$base" ] || fail 'a baseline of nothing'
	save 4 --backend "$TEST_BACKENDS/crash_segv.so" -s crash_segv -s toy_accel:on
	err_has 'of its cells failed'
fi
