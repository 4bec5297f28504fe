#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that a requirement that is met ends with 0, one that is not with 1, and one that could not
# be judged with 5, each with a verdict in the last line.
# shellcheck source=tests/cli/prove_common.sh
. "$(dirname "$0")/prove_common.sh"

# verdict STATUS WORD LACKING ARGUMENT...: the line of the last command, on standard output
verdict() {
	wanted_verdict="verdict=$2 cells=2 lacking=$3 exit=$1"
	wanted=$1
	shift 3
	expect "$wanted" prove_one "$@"
	[ "$(tail -n 1 "$dir/out")" = "$wanted_verdict" ] ||
		fail "not '$wanted_verdict' with $*: $(tail -n 3 "$dir/out")"
}

# what no digest of any library here executes, and what each does
verdict 0 ok 0 --require "$cell/**=scalar"
verdict 0 ok 0 --require "$library/**/on=scalar,$cell/64/on=scalar"
verdict 0 ok 0 --require '**=scalar' --require "$cell/*/on=scalar"
verdict 1 lacking 2 --require "$cell/**=rdrand"
out_has "lacks: $cell/64/on executed no rdrand, but: "
out_has "lacks: $cell/256/on executed no rdrand, but: "
verdict 1 lacking 1 --require "$cell/64/*=scalar,rdrand" --quiet
out_has "lacks: $cell/64/on executed no rdrand"

# a glob that matches nothing guards nothing
verdict 1 lacking 1 --require "$cell/65/on=scalar"
out_has "lacks: $cell/65/on=scalar: no cell that was followed matches"
! grep -q 'crosses' "$dir/out" || fail 'a hint that does not help'
verdict 1 lacking 1 --require "$library/*/on=scalar"
out_has 'matches; "*" stays within a part of a name, "**" crosses "/"'

# what was cut is no evidence that something lacks
verdict 5 invalid 0 --require "$cell/**=rdrand" --steps 100
out_has 'not judged: '
out_has 'until it was cut after 100 instructions'
verdict 0 ok 0 --require "$cell/**=scalar" --steps 2000

# a document on standard output is not spoilt
expect 1 prove_one --require "$cell/**=rdrand" --format json
err_has 'verdict=lacking cells=2 lacking=2 exit=1'
grep -q verdict "$dir/out" && fail 'the verdict is within the document'
expect 1 prove_one --require "$cell/**=rdrand" --format json -o "$dir/p.json"
[ "$(tail -n 1 "$dir/out")" = 'verdict=lacking cells=2 lacking=2 exit=1' ] || fail 'no verdict'
exit 0
