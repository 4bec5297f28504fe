#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that an interrupted gate ends with 130 at once, writes what it has, and leaves no process and
# no files; that of a killed one no process is left, and no files after the next.
# shellcheck source=tests/cli/gate_common.sh
. "$(dirname "$0")/gate_common.sh"

# What this gate starts can be told from anything else by the name of its worker.
expect 0 "$CBENCH" info --format json
worker=$(sed -n 's/.*"worker": "\(.*\)".*/\1/p' "$dir/out")
[ -x "$worker" ] || fail "no worker at '$worker'"
cp "$worker" "$dir/worker-$$"
TMPDIR=$dir/tmp
export TMPDIR
mkdir "$TMPDIR"
echo 'gate = { screen_launches = 50; rounds = 20; };' >"$dir/long.conf"

# So many cells that no machine saves them before it is stopped.
many=$(seq -s , 64 64 2560)

workers() {
	# shellcheck disable=SC2009 # pgrep is not everywhere
	ps -A -o args= | grep -F "$dir/worker-$$" | grep -v grep | grep -vF "$CBENCH" || :
}

nothing_left() {
	[ -z "$(workers)" ] || fail "left behind: $(workers)"
	[ -z "$(ls -A "$TMPDIR")" ] || fail "left behind: $(find "$TMPDIR")"
}

# interrupted SIGNAL COMMAND...
interrupted() {
	signal=$1
	shift
	rm -f "$dir/g.json" "$dir/j.xml"
	"$@" "$CBENCH" gate --worker "$dir/worker-$$" --backend "$module" --base "toy_accel=$old" \
		--head "toy_accel=$new" -a fixture-hash --no-shortcut --config "$dir/long.conf" \
		--json "$dir/g.json" --junit "$dir/j.xml" >"$dir/out" 2>"$dir/err" </dev/null &
	pid=$!
	sleep 2
	kill -0 $pid || fail "over before the signal: $(cat "$dir/out" "$dir/err")"
	begun=$(date +%s)
	kill -s "$signal" $pid
	status=0
	wait $pid || status=$?
	[ "$status" -eq 130 ] || fail "exit $status instead of 130 on $signal: $(cat "$dir/err")"
	[ $(($(date +%s) - begun)) -le 3 ] || fail "took long to stop on $signal"
	out_has 'cancelled'
	case $(tail -n 1 "$dir/out") in
	verdict=*' exit=130') ;;
	*) fail "not this last line: $(tail -n 1 "$dir/out")" ;;
	esac
	grep -q '"complete": *false' "$dir/g.json" || fail 'no document, or one that claims to be whole'
	[ -s "$dir/j.xml" ] || fail 'no report'
	nothing_left
}

interrupted TERM env
interrupted HUP env
# A script's background jobs ignore SIGINT; this gives it back, as a terminal would.
if env --default-signal=INT true 2>/dev/null; then
	interrupted INT env --default-signal=INT
fi

# --- a baseline
"$CBENCH" gate --worker "$dir/worker-$$" --backend "$module" --save-baseline "$dir/b.json" \
	-s "toy_accel:on=$old" -a fixture-hash --sizes "$many" --budget 60 >"$dir/out" 2>"$dir/err" \
	</dev/null &
pid=$!
sleep 1
kill -s TERM $pid
status=0
wait $pid || status=$?
[ "$status" -eq 130 ] || fail "exit $status instead of 130 while saving: $(cat "$dir/err")"
one_complaint
err_has "nothing was saved in \"$dir/b.json\""
[ ! -e "$dir/b.json" ] || fail 'part of a baseline'
[ ! -s "$dir/out" ] || fail "a last line of what judges nothing: $(cat "$dir/out")"
nothing_left

# --- killed
# killed ARGUMENT...: in the middle of a gate
killed() {
	"$CBENCH" gate --worker "$dir/worker-$$" --backend "$module" "$@" >"$dir/out" 2>"$dir/err" \
		</dev/null &
	pid=$!
	turns=0
	while [ -z "$(workers)" ]; do
		kill -0 $pid || fail "over before it was killed: $(cat "$dir/out" "$dir/err")"
		turns=$((turns + 1))
		[ $turns -le 200 ] || fail 'no worker was started'
		sleep 0.1
	done
	sleep 1
	kill -s KILL $pid || fail "over before it was killed: $(cat "$dir/out" "$dir/err")"
	wait $pid || :
	turns=0
	while [ -n "$(workers)" ]; do
		turns=$((turns + 1))
		[ $turns -le 100 ] || fail "orphans: $(workers)"
		sleep 0.1
	done
}

killed --base "toy_accel=$old" --head "toy_accel=$new" -a fixture-hash --no-shortcut \
	--config "$dir/long.conf"
[ -n "$(ls -A "$TMPDIR")" ] || fail 'a killed gate cannot have removed its copies'
mkdir "$TMPDIR/libcb-master"
gate_toy 0 --config "$rules"
rmdir "$TMPDIR/libcb-master" || fail 'what somebody else has there was removed'
nothing_left

# A baseline can be saved after the process that saved it was killed.
killed --save-baseline "$dir/b.json" -s "toy_accel:on=$old" -a fixture-hash --sizes "$many" \
	--budget 60
[ ! -e "$dir/b.json" ] || fail 'part of a baseline'
[ -e "$dir/b.json.lock" ] || fail 'no lock was taken'
expect 0 "$CBENCH" gate --backend "$module" --save-baseline "$dir/b.json" -s "toy_accel:on=$old" \
	-a fixture-hash --sizes 64 --budget 20
[ -s "$dir/b.json" ] || fail 'no baseline'
[ "$(find "$dir" -name 'b.json*' -maxdepth 1 | wc -l)" -eq 3 ] || fail "more: $(ls "$dir")"
nothing_left
