#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that a stored document is shown in each format, on each terminal, as it always was.
# With UPDATE=1 the golden files are written instead.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

document=$here/golden/matrix.json

# same GOLDEN ARGUMENT...
same() {
	golden=$here/golden/$1
	shift
	"$SHOW_RESULTS" "$document" "$@" | tr -d '\r' >"$dir/shown"
	if [ "${UPDATE:-0}" = 1 ]; then
		cp "$dir/shown" "$golden"
	else
		diff -u "$golden" "$dir/shown" || fail "$* differs from $golden"
	fi
}

same table.txt table
same table-80x24.txt table 80 24
same table-80x200.txt table 80 200
same table-color.txt table 0 0 color utf8
same table-cpu-min.txt table 0 0 cpu min quiet
same table-trimmed.txt table 0 0 trimmed quiet
same speed.txt speed
same markdown.md markdown
same cells.csv csv
same slope-none.txt slope 0 0 quiet

document=$here/golden/pair.json
same pair.txt table 80 60 utf8
same pair.md markdown
same pair-trimmed.txt table 0 0 trimmed quiet
same pair-speed.txt speed

document=$here/golden/slope.json
same slope.txt slope
same slope-color.txt slope 0 0 color utf8

document=$here/golden/scaling.json
same scaling.txt table
same scaling-80x24.txt table 80 24
same scaling-time.txt table 0 0 time launches
same scaling-cycles.txt table 0 0 cycles launches
same scaling.md markdown
same scaling-speed.txt speed 0 0 launches
same scaling.csv csv
document=$here/golden/load.json
same load.txt table 80 100
same load-cycles.md markdown 0 0 cycles
same load-speed.txt speed 0 0 quiet
document=$here/golden/functions.json
same functions.txt table 80 60 utf8
same functions.md markdown
same functions-speed.txt speed
same functions.csv csv
document=$here/golden/matrix.json

# numbers do not follow the locale
for locale in $(locale -a 2>/dev/null | grep '^de_DE\|^fr_FR' | head -n 2); do
	LC_ALL=$locale "$SHOW_RESULTS" "$document" csv | tr -d '\r' >"$dir/shown"
	cmp "$dir/shown" "$here/golden/cells.csv"
done

# a document that was read is written with nothing lost
if command -v python3 >/dev/null 2>&1; then
	"$SHOW_RESULTS" "$document" json >"$dir/again.json"
	python3 - "$document" "$dir/again.json" <<'END'
import json
import sys

assert json.load(open(sys.argv[1])) == json.load(open(sys.argv[2]))
END
fi
