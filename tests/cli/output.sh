#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that files are written whole or not at all, and that what cannot be written is said early.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

# by its ending, with the table on standard output as well
for ending in json csv md; do
	expect 0 run_null -o "$dir/r.$ending"
	out_has 'MB/s'
	[ -s "$dir/r.$ending" ] || fail "no r.$ending"
done
grep -q '"schema": "libcb.results/1"' "$dir/r.json" || fail 'r.json is not JSON'
grep -q '^id,panel,' "$dir/r.csv" || fail 'r.csv is not CSV'
grep -q '^| algorithm |' "$dir/r.md" || fail 'r.md is not Markdown'

# by name, and then nothing on standard output
expect 0 run_null --format csv -o "$dir/named"
[ ! -s "$dir/out" ] || fail 'the document is on standard output too'
grep -q '^id,panel,' "$dir/named" || fail 'the format was not taken'
expect 0 run_null --format csv -o -
out_has 'id,panel,'

# refused before anything is measured
expect 2 run_null --launches 1000 --budget 600 -o "$dir/missing/r.json"
one_complaint
err_has "$dir/missing/r.json"
expect 2 run_null --launches 1000 --budget 600 -o "$dir"
one_complaint
expect 2 run_null -o ''
one_complaint
if [ "$(id -u)" -ne 0 ]; then
	mkdir "$dir/closed"
	chmod 555 "$dir/closed"
	expect 2 run_null --launches 1000 --budget 600 -o "$dir/closed/r.json"
	one_complaint
fi

# links are followed, permissions kept, nothing left over
echo old >"$dir/old.json"
chmod 640 "$dir/old.json"
ln -s old.json "$dir/link.json"
expect 0 run_null -o "$dir/link.json"
[ -L "$dir/link.json" ] || fail 'the link was replaced'
grep -q libcb.results/1 "$dir/old.json" || fail 'the file behind the link was not written'
case $(ls -l "$dir/old.json") in
-rw-r-----*) ;;
*) fail "permissions changed: $(ls -l "$dir/old.json")" ;;
esac
set -- "$dir"/*.json.*
[ ! -e "$1" ] || fail "left over: $*"

# a full disk
[ -c /dev/full ] || skip 'there is no /dev/full'
expect 2 run_null -o /dev/full
one_complaint
out_has 'null-hash'
status=0
# shellcheck disable=SC2119 # no options is what is meant
run_null >/dev/full 2>"$dir/err" </dev/null || status=$?
[ "$status" -eq 2 ] || fail "exit $status with a full disk on standard output"
err_has 'cannot write standard output'
status=0
"$CBENCH" --help >/dev/full 2>"$dir/err" || status=$?
[ "$status" -eq 2 ] || fail "exit $status for help on a full disk"

# a reader that has gone is no complaint
# shellcheck disable=SC2119
run_null 2>"$dir/err" | true
[ ! -s "$dir/err" ] || fail "complained of a closed pipe: $(cat "$dir/err")"
