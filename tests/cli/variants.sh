#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that libraries and modes which do the same in a variant, or refuse the same forgery, are not
# taken for disagreeing.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

"$CBENCH" list --format csv 2>/dev/null | grep -q '^openssl,' || skip 'there is no openssl backend'

measure() {
	expect 0 "$CBENCH" run -s openssl -a aes-256-gcm,aes-256-cbc --sizes 16,1024 --launches 1 \
		--samples 1 "$@" --format csv
	if grep -q ',mismatch,' "$dir/out"; then
		fail "a mismatch with $*"
	fi
	grep -q ',measured,' "$dir/out" || fail "nothing was measured with $*"
}

measure --ops seal,encrypt --variant stream,inplace,misalign
measure --ops reject,setkey
