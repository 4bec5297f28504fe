#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that list shows what is here in each format.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

expect 0 "$CBENCH" list
out_has 'null'
out_has 'module'
out_has 'proven'
out_has 'algorithm'
out_has 'aes-256-gcm'
expect 0 "$CBENCH" list -a 'sha*,md5'
out_has 'sha256'
grep -q '^aes-256-gcm' "$dir/out" && fail 'the filter was not applied'
expect 0 "$CBENCH" list --format markdown
grep -q '^| algorithm | operations |' "$dir/out" || fail 'no heading in Markdown'
expect 0 "$CBENCH" list --format csv
cp "$dir/out" "$dir/list.csv"
expect 0 "$CBENCH" list --format json -o "$dir/list.json"

command -v python3 >/dev/null 2>&1 || exit 0
python3 - "$dir/list.json" "$dir/list.csv" <<'END'
import csv
import json
import sys

document = json.load(open(sys.argv[1]))
assert document["schema"] == "libcb.inventory/1"
libraries = {library["backend"]: library for library in document["libraries"]}
assert "null" in libraries
offered = {
    (name, mode["accel"], offer["algorithm"]): " ".join(offer["operations"])
    for name, library in libraries.items()
    for mode in library["modes"]
    for offer in mode["offers"]
}
rows = list(csv.DictReader(open(sys.argv[2], newline="")))
assert rows
for row in rows:
    key = row["backend"], row["accel"], row["algorithm"]
    assert row["operations"] == offered.get(key, ""), row
END
