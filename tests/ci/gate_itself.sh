#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The project's own use of its gate, with the real cbench: a copy of a library is no regression, and
# what is published can be read.
# shellcheck source=tests/ci/common.sh
. "$(dirname "$0")/common.sh"

for backend in openssl mbedtls libsodium none; do
	file=$("$CBENCH" list --format json |
		sed -n "/\"backend\": \"$backend\"/,/\"file\"/s/.*\"file\": \"\(.*\)\".*/\1/p")
	[ -z "$file" ] || break
done
[ "$backend" != none ] || skip 'there is no crypto library here'
# Two copies: beside the system's own lie providers, which are code as well.
mkdir "$dir/old"
cp "$file" "$dir/old/${file##*/}"
cp "$file" "$dir/${file##*/}"
file=$dir/old/${file##*/}

gate_copies() {
	"$root/ci/gate" --cbench "$CBENCH" --backend "$backend" --base "$file" --head "$dir/${file##*/}" \
		--out "$dir/reports" -- -a sha256 --sizes 64 "$@"
}

# --- the same code is not even measured
expect 0 gate_copies
err_has 'nothing was measured; is the head the right file?'
for name in gate.json junit.xml summary.md codequality.json metrics.txt; do
	[ -s "$dir/reports/$name" ] || fail "$name is not there, or empty"
done
file_has "$dir/reports/gate.json" '"libcb.gate/1"'
file_has "$dir/reports/gate.json" identical

# --- and if it is, it has not become slower. How sure the gate is of that depends on what else this
# machine does now: it may not be able to judge.
status=0
gate_copies --no-shortcut --budget 20 >"$dir/out" 2>"$dir/err" || status=$?
case $status in
0 | 5) ;;
*) fail "exit $status for a copy: $(cat "$dir/out" "$dir/err")" ;;
esac
[ -z "$(ls -A "$TMPDIR")" ] || fail "left behind: $(ls -A "$TMPDIR")"
