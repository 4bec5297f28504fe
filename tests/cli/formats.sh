#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that every format of a real run can be read by what it is made for.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

expect 0 run_null --format json
cp "$dir/out" "$dir/r.json"
expect 0 run_null --format csv
cp "$dir/out" "$dir/r.csv"
expect 0 run_null --format markdown
cp "$dir/out" "$dir/r.md"
expect 0 run_null --format speed
out_has "The 'numbers' are in 1000s of bytes per second processed."
grep -q '^null-hash  *[0-9]*\.[0-9][0-9]k$' "$dir/out" || fail 'no line of figures'
expect 0 run_null --sizes 16,64,256 --format slope
out_has 'ns per message'
out_has 'null-hash digest'
expect 0 run_null --format slope
out_has 'no lines: they need 3 sizes'
expect 0 run_null --format table
out_has 'MB/s'
out_has 'null-hash'
out_has '1 cell measured in 2 launches per subject, no interval: fewer than six launches'
expect 0 run_null
out_has 'MB/s'
expect 0 run_null --launches 6
out_has '1 cell measured in 6 launches per subject, half-width of the 95 % intervals '
expect 0 run_null --quiet
grep -q 'measured\|warning\|~' "$dir/out" && fail 'notes or marks in spite of --quiet'
expect 0 run_null --width 40
[ -z "$(awk 'length > 40' "$dir/out")" ] || fail 'lines longer than --width'
expect 0 run_null --unit time
out_has 'ns per operation'
expect 0 run_null --unit cycles
out_has 'cycles per byte'
out_has 'cycles: '

# two libraries of one backend are told by what they differ in, and which they are
expect 0 "$CBENCH" run -s a@null:on -s b@null:on -a null-hash --sizes 64,256 --launches 6 --samples 4
out_has 'b/a'
grep -q '^null-hash .* [01]\.[0-9]* +-[0-9.]*$' "$dir/out" || fail 'no ratio with an interval'
grep -q '^b against a: speed .*, no difference within the interval in [0-2] of 2 cells$' "$dir/out" ||
	fail 'no verdict on the two'
expect 0 run_null -s a@null:on
grep -q ' against null:on: speed' "$dir/out" || fail 'no verdict on one with a label and one without'
expect 0 "$CBENCH" run -s a@null:on -s b@null:on -s c@null:on -a null-hash --sizes 64 --launches 2 \
	--samples 2
grep -q against "$dir/out" && fail 'a verdict on three'

# what else is not as usual is named in the row
expect 0 run_null --variant message,misalign
grep -q '^null-hash  digest misalign ' "$dir/out" || fail 'the variant is not named'
expect 0 run_null --load 1
grep -q '^null-hash  digest load=1 ' "$dir/out" || fail 'the load is not named'
out_has 'under load=1, MB/s'
if [ "$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)" -gt 1 ] && run_null --threads 1,2 >/dev/null 2>&1; then
	expect 0 run_null --threads 1,2
	grep -q '^null-hash  digest threads=2 ' "$dir/out" || fail 'the threads are not named'
	out_has 'scaling, MB/s'
	out_has 'null-hash digest 64 B'
fi

# who gives the launches is not told that a precision was missed; who does not is
expect 0 run_null
grep -q 'less precise' "$dir/out" && fail 'a miss in spite of --launches'
expect 0 "$CBENCH" run -s null:on -a null-hash --sizes 64 --samples 2 --precision 0.01 --budget 0.5
out_has 'less precise than asked, 1 cell: '

[ "$(grep -c '^| null-hash |' "$dir/r.md")" -eq 1 ] || fail 'no row of the table in Markdown'
[ "$(wc -l <"$dir/r.csv")" -eq 2 ] || fail 'the CSV has not two lines'
[ "$(tr -cd '\r' <"$dir/r.csv" | wc -c)" -eq 2 ] || fail 'the CSV lines do not end with CR LF'

command -v python3 >/dev/null 2>&1 || exit 0
python3 - "$dir/r.json" "$dir/r.csv" <<'END'
import csv
import json
import sys

document = json.load(open(sys.argv[1]), parse_constant=lambda text: sys.exit("not JSON: " + text))
assert document["schema"] == "libcb.results/1"
assert document["complete"] is True
(cell,) = document["cells"]
assert cell["id"] == "null/null-hash/digest/64/on", cell["id"]
assert cell["outcome"] == "measured", cell
assert len(cell["samples"]["wall_ns"]) == cell["summary"]["n"]
(row,) = csv.DictReader(open(sys.argv[2], newline=""))
assert row["id"] == cell["id"]
assert row["outcome"] == "measured"
assert float(row["median_ns"]) > 0
END
expect 0 run_null --format json --no-samples
python3 -c 'import json, sys; assert "samples" not in json.load(sys.stdin)["cells"][0]' <"$dir/out"
