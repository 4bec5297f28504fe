#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that ci/gate calls cbench with the sides it was given, passes judgements on unchanged, tries
# again only where there was none, publishes, and cleans up.
# shellcheck source=tests/ci/common.sh
. "$(dirname "$0")/common.sh"

# --- sides
: >"$dir/old.so"
mkdir "$dir/unpacked"
gate_ends 0 -- 0 --base "$dir/old.so" --head "$dir/unpacked"
call_has gate --base "openssl=$dir/old.so" --head "openssl=$dir/unpacked"
call_lacks --github
out_has 'judgement 1'
gate_ends 0 -- 0 --backend=mbedtls --base="$dir/old.so" --head mbedtls:on -- -a 'sha*' --budget 9
call_has --base "mbedtls=$dir/old.so" --head mbedtls:on
call_has -a 'sha*' --budget 9
gate_ends 0 -- 0 --base "old@openssl=$dir/old.so" --head openssl
call_has --base "old@openssl=$dir/old.so" --head openssl
: >"$dir/a=b@c:d.so"
gate_ends 0 -- 0 --base "$dir/a=b@c:d.so" --head openssl
call_has --base "openssl=$dir/a=b@c:d.so"

# --- exit statuses: only the absence of a judgement is tried again
for code in 0 1 2 4 5 77 130; do
	gate_ends $code 0 -- $code --base openssl --head "$dir/old.so"
	calls 1
done
gate_ends 3 0 -- 0 --base openssl --head "$dir/old.so"
calls 2
for code in 1 4 5; do
	gate_ends 3 $code -- $code --base openssl --head "$dir/old.so"
	calls 2
done
gate_ends 3 3 0 -- 0 --base openssl --head "$dir/old.so"
calls 2
err_has 'WARNING: no judgement after two attempts'
gate_ends 3 3 0 -- 3 --base openssl --head "$dir/old.so" --on-inconclusive fail
calls 2

# --- cells that look slower are no noise: twice the budget, and no 0 in the end
echo 1 >"$dir/open"
gate_ends 3 3 -- 0 --base openssl --head "$dir/old.so" -- --budget 60
calls 2
call_has --budget 60 --budget 120
err_has '3 cell(s) look slower'
err_has 'too noisy'
gate_ends 3 1 -- 1 --base openssl --head "$dir/old.so"
echo 2 >"$dir/open"
gate_ends 3 3 -- 3 --base openssl --head "$dir/old.so"
err_has 'WARNING: no judgement after two attempts: 3 cell(s) look slower'
! grep -q 'too noisy\|Nothing is known' "$dir/err" || fail "noise is blamed: $(cat "$dir/err")"
gate_ends 3 3 -- 3 --base openssl --head "$dir/old.so" --on-inconclusive fail
rm "$dir/open"

# --- what is published
mkdir "$dir/reports"
echo stale >"$dir/reports/junit.xml"
echo stale >"$dir/reports/gate.inconclusive.json"
gate_ends 1 -- 1 --base openssl --head "$dir/old.so" --out "$dir/reports"
for name in gate.json junit.xml summary.md codequality.json metrics.txt; do
	file_has "$dir/reports/$name" 'report 1'
done
[ ! -e "$dir/reports/gate.inconclusive.json" ] || fail 'the first attempt of an earlier gate is still there'
echo stale >"$dir/reports/gate.inconclusive.json"
refuses 'no file or directory "./nothing.so"' --base openssl --head ./nothing.so --out "$dir/reports"
[ -z "$(ls -A "$dir/reports")" ] || fail "reports of an earlier gate are left: $(ls -A "$dir/reports")"
gate_ends 3 1 -- 1 --base openssl --head "$dir/old.so" --out "$dir/new/reports"
file_has "$dir/new/reports/gate.json" 'report 2'
file_has "$dir/new/reports/gate.inconclusive.json" 'report 1'
: >"$dir/file"
refuses 'no such directory can be made: Not a directory' --base openssl --head "$dir/old.so" --out "$dir/file/out"
# Where nothing was judged nothing is published.
: >"$dir/mute"
gate_ends 2 -- 2 --base openssl --head "$dir/old.so" --out "$dir/nothing"
rm "$dir/mute"
! grep -q 'published\|--backend' "$dir/err" || fail "it tells of more than there is: $(cat "$dir/err")"

# --- GitHub
export GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY="$dir/step"
gate_ends 3 1 -- 1 --base openssl --head "$dir/old.so"
call_has --github
[ "$(cat "$dir/step")" = 'report 2' ] || fail "the job's summary: $(cat "$dir/step")"
gate_ends 3 3 -- 0 --base openssl --head "$dir/old.so"
out_has '::warning title=Crypto gate::no judgement'
file_has "$dir/step" '**Warning:** no judgement'
unset GITHUB_ACTIONS GITHUB_STEP_SUMMARY

# --- what fails beside the gate is never taken for a judgement
export GITHUB_STEP_SUMMARY="$dir/missing/step"
for code in 0 1 3 5; do
	gate_ends $code 0 -- 2 --base openssl --head "$dir/old.so"
	err_has "\"$dir/missing/step\" cannot be written"
done
gate_ends 4 -- 4 --base openssl --head "$dir/old.so"
gate_ends 3 3 -- 2 --base openssl --head "$dir/old.so"
unset GITHUB_STEP_SUMMARY
rm -f "$dir/calls"
TMPDIR=$dir/missing expect 2 "$root/ci/gate" --cbench "$fake" --base openssl --head "$dir/old.so"
err_has "no directory can be made in \"$dir/missing\""
[ ! -e "$dir/calls" ] || fail 'cbench was called without a scratch directory'
mkdir "$dir/broken"
printf '#!/bin/sh\necho "mv: no space left" >&2\nexit 1\n' >"$dir/broken/mv"
chmod +x "$dir/broken/mv"
printf '3\n3\n' >"$dir/codes"
PATH=$dir/broken:$PATH expect 2 "$root/ci/gate" --cbench "$fake" --base openssl --head "$dir/old.so"
err_has 'no space left'
err_has 'ended without a judgement'

# --- what cannot be
refuses 'no base side'
refuses 'no head side' --base openssl
refuses 'there is no option --frob' --base openssl --head openssl --frob 1
refuses 'there is no option -a' --base openssl --head openssl -a sha256
refuses '--head: its value is missing' --base openssl --head
refuses '--head: its value is missing' --base openssl --head -- -a sha256
refuses 'two of the base side: --base and --base-deb' --base openssl --base-deb x.deb
refuses 'there is no file or directory "./nothing.so"' --base ./nothing.so --head openssl
refuses 'there are openssl, mbedtls and libsodium' --backend nss --base a --head b
refuses 'it is warn or fail' --on-inconclusive ignore --base a --head b
refuses 'go together' --base-prefix /usr --head openssl
refuses 'no directory "/nowhere"' --base-prefix /nowhere --head-prefix /usr
refuses 'is no option' openssl openssl
expect 2 "$root/ci/gate" --cbench "$dir/none" --base openssl --head "$dir/old.so"
err_has 'there is no such program'
expect 0 "$root/ci/gate" -h
out_has 'usage: ci/gate'

# --- a signal is passed on, and nothing is left
# (What a shell starts in the background is deaf to INT from the beginning.)
: >"$dir/slow"
rm -rf "$dir/reports" "$dir/calls"
"$root/ci/gate" --cbench "$fake" --base openssl --head "$dir/old.so" --out "$dir/reports" \
	>"$dir/output" 2>"$dir/err" &
pid=$!
tries=0
until [ -e "$dir/reports/metrics.txt" ]; do
	tries=$((tries + 1))
	[ $tries -le 100 ] || fail 'cbench was not called'
	sleep 0.1
done
sleep 0.3
kill -s TERM $pid
status=0
wait $pid || status=$?
[ "$status" -eq 130 ] || fail "exit $status instead of 130: $(cat "$dir/err")"
calls 1
[ -e "$dir/told" ] || fail 'cbench was killed, not told'
file_has "$dir/reports/gate.json" 'report 1'
[ -z "$(ls -A "$TMPDIR")" ] || fail "left behind: $(ls -A "$TMPDIR")"

# --- what the page shows is what is printed
page=$root/docs/gate-your-pipeline.md
grep -E '^(base|head): ' "$page" >"$dir/sides"
! grep -vE '^(base|head): [a-z]+ [0-9][^ ]*, (on|nocrypto|off), ' "$dir/sides" >"$dir/wrong" ||
	fail "no side is shown like this: $(cat "$dir/wrong")"
[ -s "$dir/sides" ] || fail 'the page shows no side'
for words in 'no loss above ' '(--all lists them)' 'of throughput by CPU time, below 0 for a loss' \
	' instructions than before' 'that was injected on purpose into' ' cells lost more than the limit'; do
	file_has "$page" "$words"
	cat "$root"/libcb/format/gate_t*.c "$root"/libcb/src/gate_*.c | tr -d '\n\t' | sed 's/""//g' >"$dir/sources"
	file_has "$dir/sources" "$words"
done
