#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that every format of a real proof can be read by what it is made for, and that the counts
# are the same again.
# shellcheck source=tests/cli/prove_common.sh
. "$(dirname "$0")/prove_common.sh"

out_has 'instructions  outside'
out_has "$algorithm digest, 64 bytes"
out_has "$library:on"
out_has 'proven by trace'
out_has '2 cells followed'
[ ! -s "$dir/err" ] || fail "something on standard error: $(cat "$dir/err")"

for ending in json csv md; do
	expect 0 prove_one -o "$dir/p.$ending"
	out_has '2 cells followed'
done
expect 0 prove_one --format csv --quiet
cmp "$dir/out" "$dir/p.csv" || fail 'the counts are others on repetition'
expect 0 prove_one --quiet
grep -q 'proven by' "$dir/out" && fail 'notes in spite of --quiet'
expect 0 prove_one --steps 1000 --sizes 16384
grep -q '  >[1-9]' "$dir/out" || fail 'what was cut is not marked'
out_has '> cut'

[ "$(grep -c "^| $algorithm |" "$dir/p.md")" -eq 2 ] || fail 'not two rows in Markdown'
[ "$(wc -l <"$dir/p.csv")" -eq 3 ] || fail 'the CSV has not three lines'
command -v python3 >/dev/null 2>&1 || exit 0
python3 - "$dir/p.json" "$dir/p.csv" "$cell" <<'END'
import csv
import json
import sys

document = json.load(open(sys.argv[1]), parse_constant=lambda text: sys.exit("not JSON: " + text))
assert document["schema"] == "libcb.proof/1", document["schema"]
assert document["complete"] is True
rows = list(csv.DictReader(open(sys.argv[2], newline="")))
assert [row["id"] for row in rows] == [f"{sys.argv[3]}/{size}/on" for size in (64, 256)], rows
small, large = (int(row["inside"]) for row in rows)
assert 0 < small < large, rows
assert abs(float(rows[0]["per_byte"]) - (large - small) / 192) < 1e-9, rows
for row in rows:
    assert row["outcome"] == "measured" and row["complete"] == "1", row
    assert row["accel_level"] == "trace", row
    first = list(row).index("per_message") + 1
    assert sum(int(count) for count in list(row.values())[first:]) == int(row["inside"]), row
END
