#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that a backend goes by the name of its file wherever it is named, that what it calls itself
# is said beside, and that figures of answers that nobody checked are shown with a warning.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

module=${TEST_BACKENDS:-}/renamed.so
[ -f "$module" ] || skip 'there is no such module'

run_renamed() {
	expect 0 "$CBENCH" run --backend "$module" -s renamed:on -a fixture-hash --sizes 64 \
		--launches 1 --samples 1 "$@"
}

run_renamed
out_has 'renamed calls itself old_abi'
out_has 'warning: renamed fixture-hash digest: no published answer'
run_renamed -o "$dir/r.json"
grep -q '"backend": "renamed"' "$dir/r.json" || fail 'not the name of the file'
grep -q '"built_as": "old_abi"' "$dir/r.json" || fail 'not what it calls itself'
grep -q '"checked": "itself"' "$dir/r.json" || fail 'not that nobody checked it'
run_renamed --format markdown
out_has 'renamed calls itself old\_abi'
out_has 'warning: renamed fixture-hash digest: no published answer'
run_renamed --format csv
tr -d '\r' <"$dir/out" >"$dir/csv"
head -n 1 "$dir/csv" | grep -q ',checked,' || fail 'no such column'
tail -n 1 "$dir/csv" | grep -q ',itself,' || fail 'not what it was checked by'

expect 0 "$CBENCH" list --backend "$module"
out_has 'built as'
out_has 'old_abi'
expect 2 "$CBENCH" run --backend "$module" -s renamed/none -a fixture-hash
err_has 'renamed'
! grep -q 'old_abi' "$dir/err" || fail "another name: $(cat "$dir/err")"
