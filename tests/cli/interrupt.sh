#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that an interrupted run ends with 130 at once, keeps its results, and leaves no process.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

# What this run starts can be told from anything else by the name of its worker.
expect 0 "$CBENCH" info --format json
worker=$(sed -n 's/.*"worker": "\(.*\)".*/\1/p' "$dir/out")
[ -x "$worker" ] || fail "no worker at '$worker'"
cp "$worker" "$dir/worker-$$"

workers() {
	# shellcheck disable=SC2009 # pgrep is not everywhere
	ps -A -o args= | grep -F "$dir/worker-$$" | grep -v grep | grep -vF "$CBENCH" || :
}

# interrupted SIGNAL COMMAND...: a long run that gets SIGNAL
interrupted() {
	signal=$1
	shift
	rm -f "$dir/r.json"
	"$@" "$CBENCH" run --worker "$dir/worker-$$" -s null:on -a null-hash --sizes 64,128,256 \
		--launches 50 --samples 2000 --budget 600 -o "$dir/r.json" \
		>"$dir/out" 2>"$dir/err" </dev/null &
	pid=$!
	sleep 3
	kill -0 $pid || fail "over before the signal: $(cat "$dir/out" "$dir/err")"
	begun=$(date +%s)
	kill -s "$signal" $pid
	status=0
	wait $pid || status=$?
	[ "$status" -eq 130 ] || fail "exit $status instead of 130 on $signal: $(cat "$dir/err")"
	[ $(($(date +%s) - begun)) -le 3 ] || fail "took long to stop on $signal"
	err_has 'interrupted'
	grep -q '"complete": false' "$dir/r.json" || fail 'no document, or one that claims to be whole'
	out_has 'NOT COMPLETE'
	[ -z "$(workers)" ] || fail "left behind: $(workers)"
}

interrupted TERM env
interrupted HUP env
# A script's background jobs ignore SIGINT; this gives it back, as a terminal would.
if env --default-signal=INT true 2>/dev/null; then
	interrupted INT env --default-signal=INT
fi

# A killed cbench takes its workers along.
"$CBENCH" run --worker "$dir/worker-$$" -s null:on -a null-hash --launches 50 --samples 2000 \
	--budget 600 >/dev/null 2>&1 </dev/null &
pid=$!
sleep 2
[ -n "$(workers)" ] || fail 'no worker was running'
kill -s KILL $pid
wait $pid || :
sleep 1
[ -z "$(workers)" ] || fail "orphans: $(workers)"
