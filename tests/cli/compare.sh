#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that documents, and subjects of one, are compared in every format as they always were, that
# describing ends with 0, and that what cannot be compared is refused in one line.
# With UPDATE=1 the golden files are written instead.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

cd "$here/golden"

# same GOLDEN ARGUMENT...
same() {
	golden=$1
	shift
	expect 0 "$CBENCH" compare "$@"
	tr -d '\r' <"$dir/out" >"$dir/shown"
	if [ "${UPDATE:-0}" = 1 ]; then
		cp "$dir/shown" "$golden"
	else
		diff -u "$golden" "$dir/shown" || fail "$* differs from $golden"
	fi
}

# refuse TEXT ARGUMENT...
refuse() {
	text=$1
	shift
	expect 2 "$CBENCH" compare "$@"
	one_complaint
	err_has "$text"
	[ ! -s "$dir/out" ] || fail "something on standard output: $*"
}

same compare.txt compare-old.json compare-new.json
same compare-80.txt compare-old.json compare-new.json --width 80
same compare-color.txt compare-old.json compare-new.json -q --color always
same compare.md compare-old.json compare-new.json --format markdown
same compare.csv compare-old.json compare-new.json --format csv
same compare.json compare-old.json compare-new.json --format json -a md5
same compare-pair.txt pair.json --width 90
same compare-libraries.txt matrix.json -s openssl -s mbedtls --width 60

# two subjects need no label; the order of labels is the order of sides
expect 0 "$CBENCH" compare pair.json -q
cp "$dir/out" "$dir/unasked"
expect 0 "$CBENCH" compare -q -s distro -s mine pair.json
cmp "$dir/out" "$dir/unasked"
expect 0 "$CBENCH" compare -q -s mine -s distro pair.json
out_has 'distro is 20 % slower at 64 B'

# the first file is the base of every other
expect 0 "$CBENCH" compare compare-old.json compare-new.json compare-old.json --format csv
[ "$(grep -c '^compare-old,compare-new,' "$dir/out")" -eq 17 ] || fail 'not every cell of the second file'
[ "$(grep -c '^base,head,' "$dir/out")" -eq 17 ] || fail 'the same file twice has no names'
[ "$(grep -c '^base,head,id,' "$dir/out")" -eq 1 ] || fail 'not one line of headings'
[ "$(grep -c ',faster,\|,slower,' "$dir/out")" -eq 8 ] || fail 'a file differs from itself'

# what was asked for, and nothing else
expect 0 "$CBENCH" compare compare-old.json compare-new.json -s openssl -a 'md5,aes*' --ops seal \
	--sizes 16,1024 --time wall --format csv
[ "$(wc -l <"$dir/out")" -eq 3 ] || fail "not two cells: $(cat "$dir/out")"
[ "$(grep -c ',wall,' "$dir/out")" -eq 2 ] || fail 'not by wall time'

# a subject of one document and one of another
expect 0 "$CBENCH" compare compare-old.json pair.json -s mine -s openssl:on -a sha256 -q
out_has 'pair is'

# the file has the format of its ending, and the table is shown as well
expect 0 "$CBENCH" compare compare-old.json compare-new.json -o "$dir/c.md"
tr -d '\r' <"$dir/c.md" | cmp - compare.md
cmp "$dir/out" compare.txt

expect 0 "$CBENCH" compare --help
out_has 'usage: cbench compare [OPTION]... FILE...'

# the legend is of what there is
expect 0 "$CBENCH" compare compare-old.json compare-old.json -a sha256
out_has '=: head and base differ by nothing beyond'
! grep -q '2x\|5 % more' "$dir/out" || fail "the legend explains what is not there: $(cat "$dir/out")"

refuse 'name one result document'
refuse '"--nonsense"' --nonsense
refuse 'not "speed"' compare-old.json compare-new.json --format speed
refuse 'not "sun"' compare-old.json compare-new.json --time sun
refuse 'not "16,x"' compare-old.json compare-new.json --sizes 16,x
refuse 'choose them with -s from openssl:on, openssl:nocrypto' matrix.json
refuse 'choose them with -s' pair.json -s mine
refuse 'no subject "nobody"; there are distro, mine' pair.json -s mine -s nobody
refuse 'no document has a subject "nobody"' pair.json compare-old.json -s nobody
refuse 'no cell to compare' pair.json -a md5
refuse 'choose one of the subjects distro and mine by head_labels (cbench compare: -s)' compare-old.json pair.json
refuse 'subjects distro and mine by base_labels (cbench compare: -s)' pair.json compare-old.json
refuse '"compare-old.json" has no subject "mine": choose one of its own with another -s, from openssl:on, mbedtls:on' \
	compare-old.json pair.json -s mine
refuse "$dir/missing.json" pair.json "$dir/missing.json"
refuse 'missing/c.json' pair.json -o "$dir/missing/c.json"
printf '{"schema": "libcb.results/1",\n "complete": tru}\n' >"$dir/broken.json"
refuse 'line 2, column 16' pair.json "$dir/broken.json"
sed 's/"median_ns": 100,/"median_ns": 0,/' pair.json >"$dir/zero.json"
refuse 'cells[0].summary.median_ns: zero' pair.json "$dir/zero.json"
sed 's/"ratio": 1.25,/"ratio": 1e999,/' pair.json >"$dir/huge.json"
refuse 'huge.json' "$dir/huge.json"
refuse 'proof.csv' proof.csv
