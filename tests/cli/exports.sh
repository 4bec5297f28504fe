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

formats='openmetrics github-benchmark bencher google-benchmark'

# same GOLDEN ARGUMENT...
same() {
	golden=$here/golden/$1
	shift
	"$SHOW_RESULTS" "$document" "$@" >"$dir/shown"
	if [ "${UPDATE:-0}" = 1 ]; then
		cp "$dir/shown" "$golden"
	else
		diff -u "$golden" "$dir/shown" || fail "$* differs from $golden"
	fi
}

check() {
	python3 -S -B "$here/check_export.py" "$@" || fail 'not what readers take, or what they take'
}

# spoil FORMAT SED WHAT: one that nobody may take, WHAT for its name
spoil() {
	sed "$2" "$dir/exports.$1" >"$dir/$3.$1"
	! cmp -s "$dir/exports.$1" "$dir/$3.$1" || fail "nothing to spoil in $1: $3"
	spoilt="$spoilt $dir/$3.$1"
}

# compare OLD NEW: Google's comparison takes both
compare() {
	python3 /usr/share/benchmark/compare.py --no-utest benchmarks "$1" "$2" >"$dir/compared" 2>&1 ||
		fail "compare.py: $(cat "$dir/compared")"
}

# check_by_readers NAME: what readers have of their own to check with, where it is installed
check_by_readers() {
	if command -v promtool >/dev/null 2>&1; then
		promtool check metrics <"$dir/$1.openmetrics" >"$dir/promtool" 2>&1 ||
			fail "promtool: $(cat "$dir/promtool")"
	fi
	if has_module prometheus_client; then
		python3 - "$dir/$1.openmetrics" <<'END'
import sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families
assert list(text_string_to_metric_families(open(sys.argv[1], encoding="utf-8").read()))
END
	fi
	if [ -f /usr/share/benchmark/compare.py ] && has_module scipy; then
		cp "$dir/$1.google-benchmark" "$dir/google.json"
		compare "$dir/google.json" "$dir/google.json"
	fi
}

# the second document is small, and full of what must be escaped
for name in matrix exports; do
	document=$here/golden/$name.json
	for format in $formats; do
		"$SHOW_RESULTS" "$document" "$format" >"$dir/$name.$format"
	done
	command -v python3 >/dev/null 2>&1 || continue
	check "$document" "$dir/$name".*
	check_by_readers "$name"
done

same exports.metrics openmetrics
same exports-github.json github-benchmark
same exports-bencher.json bencher
same exports-google.json google-benchmark
same exports-github-cpu.json github-benchmark time=cpu statistic=trimmed
same exports-bencher-cpu.json bencher time=cpu

# a real run, whose host name must not be in any of them
for format in $formats; do
	expect 0 run_null --launches 6 --format "$format"
	[ -s "$dir/out" ] || fail "nothing in $format"
	grep -qF "\"$(uname -n)\"" "$dir/out" && fail "the host name is in $format"
done
expect 0 run_null --format google-benchmark --machine box
out_has '"host_name": "box"'

command -v python3 >/dev/null 2>&1 || exit 0
spoilt=
spoil openmetrics '/^# EOF/d' no-end
spoil openmetrics '/^# UNIT/s/seconds$/ns/' other-unit
spoil openmetrics 's/\\"/"/' bare-quote
spoil openmetrics '/^libcb_operation_seconds/s/[^ ]*$/NaN/' nan
spoil openmetrics '/^libcb_operation_seconds/s/[^ ]*$/0/' zeros
spoil openmetrics '/^libcb_operation_ci95_low/d' no-interval
spoil github-benchmark 's/"value": [0-9.]*/"value": NaN/' nan
spoil github-benchmark 's/"value": [0-9.]*/"value": 0.0/' zero
spoil bencher 's/"lower_value": [0-9.]*/"lower_value": null/' empty-interval
spoil bencher 's/latency/time/' other-measure
spoil google-benchmark 's/"error_occurred": true/"real_time": 0.0/' zero-for-failed
spoil google-benchmark 's/"time_unit": "none"/"time_unit": "ns"/' unit-of-measured
# shellcheck disable=SC2086 # names without blanks
check --refuse "$document" $spoilt
