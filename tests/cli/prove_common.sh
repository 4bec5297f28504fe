# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# For the tests of cbench prove that follow instructions: they are skipped where that is refused.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

# $library is a backend here that has $algorithm, and $cell the beginning of the ids of its digests
library='' algorithm=sha256
for candidate in openssl mbedtls libsodium; do
	"$CBENCH" list -a $algorithm --format csv >"$dir/list" 2>/dev/null || continue
	grep -q "^$candidate,.*,$algorithm,hash,digest," "$dir/list" || continue
	library=$candidate
	break
done
[ -n "$library" ] || skip "no library has $algorithm"
# shellcheck disable=SC2034 # for those that read this
cell=$library/$algorithm/digest

# prove_one ARGUMENT...: what takes little time
# shellcheck disable=SC2120 # those that read this give some
prove_one() {
	"$CBENCH" prove -s "$library:on" -a $algorithm --sizes 64,256 "$@"
}

status=0
# shellcheck disable=SC2119 # no options is what is meant
prove_one >"$dir/out" 2>"$dir/err" </dev/null || status=$?
if [ "$status" -eq 77 ]; then
	grep -q '^not-traced: ' "$dir/out" || fail "77 without a word why: $(cat "$dir/out" "$dir/err")"
	skip "$(grep '^not-traced: ' "$dir/out")"
fi
[ "$status" -eq 0 ] || fail "exit $status: $(cat "$dir/out" "$dir/err")"
