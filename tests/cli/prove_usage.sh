#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that prove refuses what it cannot understand before it follows anything, and that its help
# names the classes of instructions.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

# refuse TEXT ARGUMENT...
refuse() {
	text=$1
	shift
	expect 2 "$CBENCH" prove "$@"
	one_complaint
	err_has "$text"
	[ ! -s "$dir/out" ] || fail "something on standard output: $*"
}

refuse '"nonsense"' --require 'null/**=nonsense'
refuse '"ae"' --require '**=aes,ae'
refuse '"aes" is not' --require aes
refuse '"=aes" is not' --require '=aes'
refuse '"**=" is not' --require '**='
refuse '"" is not' --require ''
refuse '"" is not' --require '**=aes,'
refuse '"clmul" is not' --require '**=aes' --require clmul
refuse '"--require" needs' --require
refuse '"operand"' operand
refuse 'not "speed"' --format speed
refuse '"--launches"' --launches 2
refuse 'no-such-algorithm' -a no-such-algorithm
refuse 'no-such-backend' -s no-such-backend
refuse 'missing/p.json' -o "$dir/missing/p.json"

expect 0 "$CBENCH" prove --help
cp "$dir/out" "$dir/help"
expect 0 "$CBENCH" help prove
cmp "$dir/out" "$dir/help"
for option in subject accel algorithms ops sizes variant steps budget require backend format output \
	color width worker launcher quiet help; do
	[ "$(grep -c -- "^  .*--$option\\( \\|\$\\)" "$dir/help")" -eq 1 ] ||
		fail "--$option is not there once"
done
grep -q -- '--launches' "$dir/help" && fail 'an option that proving does not take is in its help'
grep -q 'aes-256-gcm,sha256,chacha20-poly1305)' "$dir/help" || fail 'the default algorithms are not named'
for class in scalar sse2 avx2 avx512 bmi2 adx rdrand aes vaes512 clmul vpclmul256 sha gfni pmull sve; do
	grep -q "^  $class  *[^ ]" "$dir/help" || fail "the help does not name the class $class"
done
expect 0 "$CBENCH" manual
grep -q '^\.It Cm vaes512$' "$dir/out" || fail 'the manual does not name the classes'

# nothing to prove: an error only where something was asked for by name
mkdir "$dir/empty"
expect 77 env CB_BACKEND_PATH="$dir/empty" "$CBENCH" prove
expect 2 env CB_BACKEND_PATH="$dir/empty" "$CBENCH" prove -s openssl
expect 5 env CB_BACKEND_PATH="$dir/empty" "$CBENCH" prove --require '**=aes'
[ "$(tail -n 1 "$dir/out")" = 'verdict=invalid cells=0 lacking=0 exit=5' ] ||
	fail "no verdict: $(cat "$dir/out")"
