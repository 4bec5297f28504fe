#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that a failing backend ends a run with 4, is named with its outcome, and spares the others.
# TEST_BACKENDS is the directory of the backends that fail on purpose.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

tried=0

# fails BACKEND OUTCOME, if that backend was built
fails() {
	module=${TEST_BACKENDS:-}/$1.so
	[ -f "$module" ] || return 0
	tried=$((tried + 1))
	expect 4 "$CBENCH" run --backend "$module" -s "$1:on" -s null:on -a '*' --sizes 64 --launches 2 \
		--samples 2 --time-limit 1 -o "$dir/r.csv"
	out_has "$2"
	grep -q "^$1/.*,$2," "$dir/r.csv" || fail "no cell of $1 ended as $2"
	grep -q '^null/.*,measured,' "$dir/r.csv" || fail "$1 took null along"
}

fails crash_segv crashed
fails crash_ill crashed
fails crash_exit crashed
fails hang timed-out
fails wrong mismatch
fails fails_at_once failed

# the same where every library does it before it can be asked
if [ -f "${TEST_BACKENDS:-}/crash_hello.so" ]; then
	expect 4 "$CBENCH" run --backend "$TEST_BACKENDS/crash_hello.so" -s crash_hello:on
	one_complaint
fi
[ "$tried" -gt 0 ] || skip 'there are no failing backends'
