#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that whatever cbench writes as JSON is shown again as it was, and written again byte by byte,
# that the exit status is that of the document, and that what is none is refused with what helps.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

# again STATUS FILE: written again it is the same
again() {
	expect "$1" "$CBENCH" show "$2" --format json
	cmp "$dir/out" "$2" || fail "$2 is written again as something else"
	expect "$1" "$CBENCH" show "$2" -o "$dir/again.json"
	cmp "$dir/again.json" "$2" || fail "$2 is saved as something else"
}

# same FILE: it is shown as what is in $dir/shown
same() {
	expect 0 "$CBENCH" show "$@"
	cmp "$dir/out" "$dir/shown" || fail "not shown as it was: $(diff "$dir/shown" "$dir/out")"
}

# --- results
run_null -o "$dir/r.json" >"$dir/shown" 2>&1
again 0 "$dir/r.json"
expect 0 "$CBENCH" show "$dir/r.json"
out_has 'null-hash'
# it has cells that failed
expect 4 "$CBENCH" show "$here/golden/matrix.json" -q --statistic min --time cpu
diff -u "$here/golden/table-cpu-min.txt" "$dir/out" || fail 'the figures that were asked for are not shown'

# --- comparisons, of documents that are no longer there
cp "$here/golden/compare-old.json" "$dir/old.json"
cp "$here/golden/compare-new.json" "$dir/new.json"
expect 0 "$CBENCH" compare "$dir/old.json" "$dir/new.json" -o "$dir/c.json"
cp "$dir/out" "$dir/shown"
expect 0 "$CBENCH" compare "$dir/old.json" "$dir/new.json" --format markdown
cp "$dir/out" "$dir/shown.md"
rm "$dir/old.json" "$dir/new.json"
same "$dir/c.json"
mv "$dir/shown.md" "$dir/shown"
same "$dir/c.json" --format markdown
again 0 "$dir/c.json"

# --- advice, of one profile and of all
expect 0 "$CBENCH" advise -p bulk-transfer "$here/golden/advise-results.json" -o "$dir/a.json"
cp "$dir/out" "$dir/shown"
same "$dir/a.json"
again 0 "$dir/a.json"
expect 0 "$CBENCH" advise -p all "$here/golden/advise-results.json" -o "$dir/a.json"
cp "$dir/out" "$dir/shown"
same "$dir/a.json"
again 0 "$dir/a.json"

# --- several at once
expect 0 "$CBENCH" show "$dir/r.json" "$dir/c.json"
out_has 'null-hash'
out_has 'old is not complete'
expect 2 "$CBENCH" show "$dir/r.json" "$dir/c.json" -o "$dir/x.json"
one_complaint

# --- standard input
"$CBENCH" show - <"$dir/c.json" >"$dir/out" 2>"$dir/err" || fail "$(cat "$dir/err")"
out_has 'old is not complete'

for command in show report import advise compare; do
	for text in '' '{"a":' '{"schema": "libcb.gate/9"}'; do
		[ $command != import ] || [ -z "$text" ] || text='not openssl speed'
		code=0
		printf '%s' "$text" | "$CBENCH" $command - >"$dir/out" 2>"$dir/err" || code=$?
		[ "$code" -eq 2 ] || fail "$command of '$text' ended with $code"
		one_complaint
		err_has 'standard input'
		! grep -q '/dev/stdin\|"-"' "$dir/err" || fail "$command names a file: $(cat "$dir/err")"
	done
	expect 2 sh -c "\"\$1\" $command - <\"\$2\"" sh "$CBENCH" "$dir"
	one_complaint
	err_has 'cannot read standard input: '
done

# --- what is no document
refused() {
	text=$1
	shift
	expect 2 "$CBENCH" show "$@"
	one_complaint
	err_has "$text"
	[ ! -s "$dir/out" ] || fail 'something is shown all the same'
}
expect 2 "$CBENCH" show
one_complaint
refused none.json "$dir/none.json"
head -c 500 "$dir/c.json" >"$dir/cut.json"
refused 'line' "$dir/cut.json"
"$CBENCH" info --format json >"$dir/i.json"
refused 'is the description of a machine, as cbench info writes it: ' "$dir/i.json"
"$CBENCH" list --format json >"$dir/list.json"
refused 'is an inventory, as cbench list writes it: ' "$dir/list.json"
printf '{"schema": "libcb.baseline/1"}' >"$dir/base.json"
refused 'is a baseline: "cbench gate --baseline FILE" judges against it' "$dir/base.json"
printf '{"schema": "mine/1"}' >"$dir/mine.json"
refused 'results, gate, proof, comparison, selftest or advice' "$dir/mine.json"
printf 'version: 3.0.19\nbuilt on: a day\n' >"$dir/speed.txt"
refused 'speed.txt" is output of openssl speed, as it seems: cbench import makes results of it' "$dir/speed.txt"
printf '\n<!DOCTYPE html>\n' >"$dir/page.html"
refused 'page.html" is HTML or XML, not the JSON document that it was made of' "$dir/page.html"
sed 's,libcb.comparison/1,libcb.comparison/2,' "$dir/c.json" >"$dir/two.json"
refused 'cannot be read by this version' "$dir/two.json"
refused 'table, json, csv, markdown' "$dir/c.json" --format junit
expect 2 "$CBENCH" show "$dir/a.json" -o "$dir/a.csv"
err_has 'name it with --format'
expect 2 "$CBENCH" compare "$dir/c.json" "$dir/r.json"
err_has 'cbench show reads it'
