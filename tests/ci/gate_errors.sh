#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A part of what is behind the table of error rates, in two minutes: a gate of equal code is
# never red, whatever else runs beside it.
# shellcheck source=tests/ci/common.sh
. "$(dirname "$0")/common.sh"

"$CBENCH" list --format json 2>/dev/null | grep -q '"backend": "openssl"' || skip 'there is no OpenSSL here'

sh "$root/benchmarks/gate_errors.sh" -q "$CBENCH" "$dir/errors" >"$dir/out" 2>"$dir/err" || {
	cat "$dir/out" "$dir/err"
	fail "gate_errors.sh ends with $?"
}
lines=$(grep -c '^verdict=' "$dir/out") || :
[ "$lines" -eq 5 ] || fail "$lines parts instead of 5: $(cat "$dir/out" "$dir/err")"
! grep '^verdict=' "$dir/out" | grep -v ' alarms=0 ' || fail "a false alarm: $(cat "$dir/out")"
for part in null strict bursts half; do
	ls "$dir/errors/$part"/null-*.json >/dev/null || fail "nothing was kept of $part"
done
