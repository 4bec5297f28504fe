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
same table-80x24.txt table width=80 height=24
same table-80x200.txt table width=80 height=200
same table-color.txt table color=1 utf8=1
same table-wall.txt table time=wall
same table-cpu.txt table time=cpu
same table-both.txt table time=both
same table-both.md markdown time=both quiet=1
same table-cpu-min.txt table time=cpu statistic=min quiet=1
same table-trimmed.txt table statistic=trimmed quiet=1
same speed.txt speed
same markdown.md markdown
same cells.csv csv
same slope-none.txt slope quiet=1

document=$here/golden/pair.json
same pair.txt table width=80 height=60 utf8=1
same pair.md markdown
same pair-trimmed.txt table statistic=trimmed quiet=1
same pair-speed.txt speed

document=$here/golden/slope.json
same slope.txt slope
same slope-color.txt slope color=1 utf8=1
document=$here/golden/slope-contended.json
same slope-contended.txt slope
same slope-contended-wall.txt slope time=wall quiet=1
same slope-contended-cpu.txt slope time=cpu

document=$here/golden/scaling.json
same scaling.txt table
same scaling-80x24.txt table width=80 height=24
same scaling-time.txt table unit=time fixed-launches=1
same scaling-cycles.txt table unit=cycles fixed-launches=1
same scaling.md markdown
same scaling-speed.txt speed fixed-launches=1
same scaling.csv csv
document=$here/golden/load.json
same load.txt table width=80 height=100
same load-cycles.md markdown unit=cycles
same load-speed.txt speed quiet=1
document=$here/golden/functions.json
same functions.txt table width=80 height=60 utf8=1
same functions.md markdown
same functions-speed.txt speed
same functions.csv csv
document=$here/golden/matrix.json

# numbers do not follow the locale of the program, if one with another point can be had
mkdir "$dir/locales"
localedef -i de_DE -f UTF-8 "$dir/locales/de_DE.UTF-8" >/dev/null 2>&1 || :
if [ "$(LOCPATH=$dir/locales LC_ALL=de_DE.UTF-8 env printf '%.1f' 1 2>/dev/null)" = 1,0 ]; then
	LOCPATH=$dir/locales LC_ALL=de_DE.UTF-8
	export LOCPATH LC_ALL
	same table.txt table
	same markdown.md markdown
	same cells.csv csv
	document=$here/golden/exports.json
	same exports.metrics openmetrics
	same exports-google.json google-benchmark
	document=$here/golden/slope.json
	same slope.txt slope
	document=$here/golden/pair.json
	same pair-speed.txt speed
	unset LOCPATH LC_ALL
	document=$here/golden/matrix.json
else
	echo "$0: no locale with a decimal comma here" >&2
fi

# a document that was read is written with nothing lost
if command -v python3 >/dev/null 2>&1; then
	"$SHOW_RESULTS" "$document" json >"$dir/again.json"
	python3 - "$document" "$dir/again.json" <<'END'
import json
import sys

assert json.load(open(sys.argv[1])) == json.load(open(sys.argv[2]))
END
fi
