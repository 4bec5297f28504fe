#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that a backend that fails while it is followed, or a mode asked for by name that could not
# be proven, ends a proof with 4 and spares the others. TEST_BACKENDS is the directory of the
# backends that fail on purpose.
# shellcheck source=tests/cli/prove_common.sh
. "$(dirname "$0")/prove_common.sh"

tried=0

# fails BACKEND MODE OUTCOME, if that backend was built
fails() {
	module=${TEST_BACKENDS:-}/$1.so
	[ -f "$module" ] || return 0
	tried=$((tried + 1))
	expect 4 "$CBENCH" prove --backend "$module" -s "$1:$2" -s null:on -a '*' --sizes 64 \
		--steps 1000 --time-limit 1 --require 'null/**=scalar' -o "$dir/p.csv"
	out_has "$3: "
	[ "$(tail -n 1 "$dir/out")" = 'verdict=ok cells=1 lacking=0 exit=4' ] ||
		fail "not this verdict: $(tail -n 1 "$dir/out")"
	grep -q "^$1/.*,$3," "$dir/p.csv" || fail "no cell of $1 ended as $3"
	grep -q '^null/.*,measured,' "$dir/p.csv" || fail "$1 took null along"
}

fails crash_segv on crashed
fails crash_ill on crashed
fails crash_exit on crashed
fails hang on timed-out
fails wrong on mismatch
fails toy_unswitchable off unproven
[ "$tried" -gt 0 ] || skip 'there are no failing backends'
