#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that prove says so where following instructions is refused: 77 if nothing is required, 5 if
# something is. NO_PTRACE names a program that refuses it.
# shellcheck source=tests/cli/prove_common.sh
. "$(dirname "$0")/prove_common.sh"
: "${NO_PTRACE:?the no_ptrace program}"

# The leak check of a worker would itself have to trace it.
ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
export ASAN_OPTIONS

"$NO_PTRACE" true || skip 'ptrace cannot be refused here'

expect 77 prove_one --launcher "$NO_PTRACE"
out_has 'not-traced: '
out_has 'proven by switch'
out_has '0 cells followed, 2 not'
expect 5 prove_one --launcher "$NO_PTRACE" --require "$cell/**=scalar"
out_has "not judged: $cell/**=scalar: "
[ "$(tail -n 1 "$dir/out")" = 'verdict=invalid cells=0 lacking=0 exit=5' ] ||
	fail "no verdict: $(cat "$dir/out")"
