#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that a judgement is shown as it always was, and that its readers can read it whatever the
# names in it are. SHOW_GATE shows judgements made by hand.
# With UPDATE=1 the golden files are written instead.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

# same GOLDEN ARGUMENT...
same() {
	golden=$here/golden/$1
	shift
	"$SHOW_GATE" "$@" >"$dir/shown"
	if [ "${UPDATE:-0}" = 1 ]; then
		cp "$dir/shown" "$golden"
	else
		diff -u "$golden" "$dir/shown" || fail "$* differs from $golden"
	fi
}

same gate.txt regressed table
same gate-80.txt regressed table 80
same gate-color.txt regressed table 0 color
same gate-all-quiet.txt regressed table 0 all quiet
same gate-ok.txt ok table
same gate-invalid.txt invalid table
same gate-empty.txt empty table
same gate-hostile.txt hostile table
same gate.xml regressed junit
same gate.md regressed markdown
same gate-github.txt regressed github
same gate-codequality.json regressed codequality
same gate.metrics regressed openmetrics

command -v python3 >/dev/null 2>&1 || exit 0

# check ARGUMENT...: of check_gate.py
check() {
	python3 -S -B "$here/check_gate.py" "$@" || fail 'not what readers take, or what they take'
}

# spoil FORMAT SED WHAT: one that nobody may take, WHAT for its name
spoil() {
	sed "$2" "$dir/hostile.$1" >"$dir/$3.$1"
	! cmp -s "$dir/hostile.$1" "$dir/$3.$1" || fail "nothing to spoil in $1: $3"
	spoilt="$spoilt $dir/$3.$1"
}

for case in ok empty regressed long hostile; do
	for format in junit markdown github codequality openmetrics; do
		"$SHOW_GATE" "$case" "$format" >"$dir/$case.$format"
	done
done
check "$dir"/*.junit "$dir"/*.markdown "$dir"/*.github "$dir"/*.codequality "$dir"/*.openmetrics
if command -v xmllint >/dev/null 2>&1; then
	xmllint --noout "$dir/hostile.junit" || fail 'xmllint does not take the XML'
fi

spoilt=
spoil junit 's/<testcase /<testcase file="x" /' strange-attribute
spoil junit 's/failures="[0-9]*"/failures="0"/' wrong-count
spoil junit 's/&gt;/</' tag-in-text
spoil codequality 's/"fingerprint": "[0-9a-f]*"/"fingerprint": "0123456789abcdef"/' one-fingerprint
spoil github 's/%3A/:/' colon-in-property
spoil openmetrics '/^# EOF/d' no-end
spoil markdown 's/^| regressed |/| | regressed |/' column-more
# shellcheck disable=SC2086 # names without blanks
check --refuse $spoilt
