#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that the formats of other programs hold what the document says, that these programs can
# read them, and that what was not measured is never a figure.
# With UPDATE=1 the golden files are written instead.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

has_module() {
	python3 -c "import $1" 2>/dev/null
}

# show DOCUMENT FORMAT ARGUMENT...: into $dir/FORMAT
show() {
	shown=$dir/$2
	"$SHOW_RESULTS" "$@" >"$shown"
}

# golden FILE: what was shown last is as it always was
golden() {
	if [ "${UPDATE:-0}" = 1 ]; then
		cp "$shown" "$here/golden/$1"
	else
		diff -u "$here/golden/$1" "$shown" || fail "not as in golden/$1"
	fi
}

check() {
	python3 -S "$here/check_export.py" "$@"
}

# refuses FORMAT SED WHAT: the check can fail, as it does when SED has changed the export
refuses() {
	sed "$2" "$dir/$1" >"$dir/broken"
	cmp -s "$dir/$1" "$dir/broken" && fail "nothing to break in $1: $3"
	check "$1" "$dir/broken" "$document" 2>/dev/null && fail "$1 is taken with $3"
	:
}

# compare OLD NEW: Google's comparison takes both
compare() {
	python3 /usr/share/benchmark/compare.py --no-utest benchmarks "$1" "$2" >"$dir/compared" 2>&1 ||
		fail "compare.py: $(cat "$dir/compared")"
}

# what readers have of their own to check with, where it is installed
check_by_readers() {
	if command -v promtool >/dev/null 2>&1; then
		promtool check metrics <"$dir/openmetrics" >"$dir/promtool" 2>&1 ||
			fail "promtool: $(cat "$dir/promtool")"
	fi
	if has_module prometheus_client; then
		python3 - "$dir/openmetrics" <<'END'
import sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families
assert list(text_string_to_metric_families(open(sys.argv[1], encoding="utf-8").read()))
END
	fi
	if [ -f /usr/share/benchmark/compare.py ] && has_module scipy; then
		cp "$dir/google-benchmark" "$dir/google.json"
		compare "$dir/google.json" "$dir/google.json"
	fi
}

for name in matrix exports; do
	document=$here/golden/$name.json
	for format in openmetrics github-benchmark bencher google-benchmark; do
		show "$document" "$format"
	done
	if command -v python3 >/dev/null 2>&1; then
		for format in openmetrics github-benchmark bencher google-benchmark; do
			check "$format" "$dir/$format" "$document"
		done
		check_by_readers
	fi
done

# the second document is small, and full of what must be escaped
shown=$dir/openmetrics golden exports.metrics
shown=$dir/github-benchmark golden exports-github.json
shown=$dir/bencher golden exports-bencher.json
shown=$dir/google-benchmark golden exports-google.json
show "$document" github-benchmark 0 0 cpu trimmed
golden exports-github-cpu.json
show "$document" bencher 0 0 cpu
golden exports-bencher-cpu.json

command -v python3 >/dev/null 2>&1 || exit 0
show "$document" bencher
show "$document" github-benchmark
refuses openmetrics '/^# EOF/d' 'no # EOF'
refuses openmetrics '/^# UNIT/s/seconds$/ns/' 'another unit'
refuses openmetrics 's/\\"/"/' 'a quote that is not escaped'
refuses openmetrics '/^libcb_operation_seconds/s/[^ ]*$/NaN/' 'NaN'
refuses openmetrics '/^libcb_operation_seconds/s/[^ ]*$/0/' 'zeros'
refuses openmetrics '0,/^libcb_operation_ci95_low/{/^libcb_operation_ci95_low/d}' 'a missing interval'
refuses github-benchmark '0,/"value": [0-9.]*/s//"value": NaN/' 'NaN'
refuses github-benchmark '0,/"value": [0-9.]*/s//"value": 0.0/' 'a zero'
refuses bencher '0,/"lower_value": [0-9.]*/s//"lower_value": null/' 'an empty interval'
refuses bencher 's/latency/time/' 'another measure'
refuses google-benchmark 's/"error_occurred": true/"real_time": 0.0/' 'a zero for a failed cell'
refuses google-benchmark 's/"time_unit": "none"/"time_unit": "ns"/' 'the unit of what was measured'

# a real run, whose host name must not be in any of them
for format in openmetrics github-benchmark bencher google-benchmark; do
	expect 0 run_null --launches 6 --format "$format" -o "$dir/$format"
	[ -s "$dir/$format" ] || fail "nothing in $format"
	grep -qF "\"$(uname -n)\"" "$dir/$format" && fail "the host name is in $format"
done
expect 0 run_null --format google-benchmark --machine 'my "box"'
python3 -c 'import json, sys; assert json.load(sys.stdin)["context"]["host_name"] == "my \"box\""' <"$dir/out"
