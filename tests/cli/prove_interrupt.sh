#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that an interrupted proof ends with 130 at once, keeps what was followed, and judges nothing;
# and that a killed one takes its workers and what they follow along.
# shellcheck source=tests/cli/prove_common.sh
. "$(dirname "$0")/prove_common.sh"

"$CBENCH" prove -s "$library:on" -a $algorithm --sizes 64,16777216 --steps 100000000 \
	--time-limit 600 --require "$cell/**=scalar" -o "$dir/p.json" \
	>"$dir/out" 2>"$dir/err" </dev/null &
pid=$!
sleep 3
kill -0 $pid || fail "over before the signal: $(cat "$dir/out" "$dir/err")"
begun=$(date +%s)
kill -s TERM $pid
status=0
wait $pid || status=$?
[ "$status" -eq 130 ] || fail "exit $status instead of 130: $(cat "$dir/err")"
[ $(($(date +%s) - begun)) -le 3 ] || fail 'took long to stop'
err_has 'interrupted'
out_has 'NOT COMPLETE'
grep -q '"complete": false' "$dir/p.json" || fail 'no document, or one that claims to be whole'
case $(tail -n 1 "$dir/out") in
'verdict=invalid cells='*' lacking=0 exit=130') ;;
*) fail "not this verdict: $(tail -n 1 "$dir/out")" ;;
esac

# What this proof starts can be told from anything else by the name of its worker.
expect 0 "$CBENCH" info --format json
worker=$(sed -n 's/.*"worker": "\(.*\)".*/\1/p' "$dir/out")
cp "$worker" "$dir/worker-$$"

workers() {
	# shellcheck disable=SC2009 # pgrep is not everywhere
	ps -A -o args= | grep -F "$dir/worker-$$" | grep -v grep | grep -vF "$CBENCH" || :
}

"$CBENCH" prove --worker "$dir/worker-$$" -s "$library:on" -a $algorithm --sizes 64,16777216 \
	--steps 100000000 --time-limit 600 >"$dir/out" 2>"$dir/err" </dev/null &
pid=$!
turns=0
while [ "$(workers | wc -l)" -lt 2 ]; do
	kill -0 $pid || fail "over before it was killed: $(cat "$dir/out" "$dir/err")"
	turns=$((turns + 1))
	[ $turns -le 200 ] || fail "no worker follows a child: $(workers)"
	sleep 0.1
done
kill -s KILL $pid || fail "over before it was killed: $(cat "$dir/out" "$dir/err")"
wait $pid || :
turns=0
while [ -n "$(workers)" ]; do
	turns=$((turns + 1))
	[ $turns -le 100 ] || fail "orphans: $(workers)"
	sleep 0.1
done
