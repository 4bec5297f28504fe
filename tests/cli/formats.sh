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
expect 0 run_null --format table
out_has 'MB/s'
out_has 'null-hash'
out_has '1 cell measured in 2 launches'
expect 0 run_null
out_has 'MB/s'

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
