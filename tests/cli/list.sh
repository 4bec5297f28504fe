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
long=$(expect 0 "$CBENCH" list && sed '/^$/q' "$dir/out" | awk 'length > 100')
[ -z "$long" ] || fail "wider than 100 columns: $long"
out_has 'hash: digest'
out_has 'aead: seal open (on request: reject setkey)'
out_has 'sign: keygen sign verify (on request: reject)'
out_has 'does nothing'
grep -q '^[0-9][0-9]* algorithms ' "$dir/out" || fail 'the algorithms are not counted'
expect 0 "$CBENCH" list --format markdown
grep -q '^| algorithm |' "$dir/out" || fail 'no heading in Markdown'
grep -qF '| **hash: digest** | **' "$dir/out" || fail 'no kinds in Markdown'
grep -q '^| \*\*all [0-9]*\*\* | \*\*[0-9]' "$dir/out" || fail 'no counts in Markdown'
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
    (name, mode["accel"], offer["algorithm"]): (
        " ".join(offer["operations"]),
        " ".join(offer["variants"]),
    )
    for name, library in libraries.items()
    for mode in library["modes"]
    for offer in mode["offers"]
}
rows = list(csv.DictReader(open(sys.argv[2], newline="")))
assert rows
for row in rows:
    key = row["backend"], row["accel"], row["algorithm"]
    assert (row["operations"], row["variants"]) == offered.get(key, ("", "")), row
    assert bool(row["operations"]) == ("message" in row["variants"].split()), row
END
