#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves where the report goes, that old files stay if a new one cannot be written, and that what is
# no result is refused in one line. What is on the page is tested in tests/report.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

cp "$here/golden/matrix.json" "$dir/matrix.json"
cp "$here/golden/compare-old.json" "$dir/old.json"
cp "$here/golden/compare-new.json" "$dir/new"

# refuse TEXT ARGUMENT...
refuse() {
	text=$1
	shift
	expect 2 "$CBENCH" report "$@"
	one_complaint
	err_has "$text"
	[ ! -s "$dir/out" ] || fail "something on standard output: $*"
}

has() {
	grep -qF -- "$2" "$1" || fail "no '$2' in $1"
}

# beside the first document, and its name is printed
expect 0 "$CBENCH" report "$dir/matrix.json"
[ "$(cat "$dir/out")" = "$dir/matrix.html" ] || fail "not the name: $(cat "$dir/out")"
has "$dir/matrix.html" '</html>'
expect 0 "$CBENCH" report "$dir/new"
[ "$(cat "$dir/out")" = "$dir/new.html" ] || fail "not the name: $(cat "$dir/out")"

expect 0 "$CBENCH" report "$dir/matrix.json" -o "$dir/any.name"
cmp "$dir/any.name" "$dir/matrix.html"
expect 0 "$CBENCH" report "$dir/matrix.json" -o -
cmp "$dir/out" "$dir/matrix.html"

# names of machines are those of the files; what was typed is told, and a title is a text
expect 0 "$CBENCH" report "$dir/old.json" "$dir/new" --title '<b>A&B' -o "$dir/two.html"
has "$dir/two.html" '<title>&lt;b&gt;A&amp;B</title>'
has "$dir/two.html" '<h3>new against old</h3>'
has "$dir/two.html" "$dir/old.json $dir/new --title &#39;&lt;b&gt;A&amp;B&#39;"
expect 0 "$CBENCH" report "$dir/old.json" "$dir/old.json" -o "$dir/same.html"
has "$dir/same.html" "<h3>$dir/old.json against old</h3>"

HOME=$dir expect 0 "$CBENCH" report "$dir/old.json" -o "$dir/home.html"
has "$dir/home.html" 'cbench report ~/old.json<'

expect 0 "$CBENCH" report --help
out_has 'usage: cbench report [OPTION]... FILE...'
out_has '--gate FILE'

refuse 'name one result document'
refuse "$dir/missing.json" "$dir/missing.json"
refuse '"--nonsense"' --nonsense
refuse 'missing/x.html' "$dir/matrix.json" -o "$dir/missing/x.html"
refuse "$dir/matrix.json" "$dir/old.json" --gate "$dir/matrix.json"
printf '{"schema": "libcb.results/1",\n "complete": tru}\n' >"$dir/broken.json"
refuse 'line 2, column 16' "$dir/broken.json"

# a page that cannot be written leaves the old one alone
cp "$dir/matrix.html" "$dir/before"
refuse 'line 2, column 16' "$dir/broken.json" -o "$dir/matrix.html"
cmp "$dir/before" "$dir/matrix.html"

# what can be read but once is read once: standard input and pipes, documents and texts
"$CBENCH" report - -o "$dir/piped.html" <"$dir/matrix.json" >/dev/null || fail 'no document from standard input'
has "$dir/piped.html" '"openssl:on"'
mkfifo "$dir/pipe"
cat "$dir/matrix.json" >"$dir/pipe" &
expect 0 timeout 60 "$CBENCH" report "$dir/pipe" -o "$dir/piped.html"
has "$dir/piped.html" '"openssl:on"'
cat "$here/../fixtures/speed/spd_102h_gcm.txt" >"$dir/pipe" &
expect 0 timeout 60 "$CBENCH" report "$dir/pipe" -o "$dir/piped.html"
has "$dir/piped.html" 'OpenSSL 1.0.2h'

# what is something else is called by its name
: >"$dir/nothing"
refuse '"'"$dir/nothing"'" is empty' "$dir/nothing"
printf '{"schema": "libcb.gate/1"}' >"$dir/gate.json"
refuse 'is the document of a gate, not results' "$dir/gate.json"
printf '\037\213\010' >"$dir/packed"
refuse 'packed (gzip): unpack it first' "$dir/packed"
