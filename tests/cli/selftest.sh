#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that the last line of selftest is there however it ends, and that one that is interrupted
# before its first gate ended says so.
# shellcheck source=tests/cli/gate_common.sh
. "$(dirname "$0")/gate_common.sh"

last_is() {
	last=$(tail -n 1 "$dir/out")
	[ "$last" = "$1" ] || fail "the last line is '$last' instead of '$1'"
}

# refuse TEXT ARGUMENT...
refuse() {
	text=$1
	shift
	expect 2 "$CBENCH" selftest "$@"
	one_complaint
	err_has "$text"
	[ "$(wc -l <"$dir/out")" -eq 1 ] || fail "more than the last line: $(cat "$dir/out")"
	last_is 'verdict=usage runs=0 alarms=0 inconclusive=0 exit=2'
}

refuse '"--frob"' --frob
refuse 'one --subject' -s null:on -s openssl:on
refuse 'no-such-backend' -s no-such-backend
for option in --inject=**=10 '--inject **=10'; do
	# shellcheck disable=SC2086 # two words are meant
	refuse "--inject goes with 'cbench gate'" -s null:on $option
done
! "$CBENCH" selftest --help | grep -q -- '--inject' || fail 'the help offers what is refused'
refuse 'option sizes' -s null:on --sizes 0
refuse 'limit' -s null:on --limit 5x
refuse 'none.conf' -s null:on --config "$dir/none.conf"
refuse "$dir/none" --recorded "$dir/none"
refuse '--sizes says what is measured' --recorded "$dir" --sizes 64
refuse '--runs says what is measured' --recorded "$dir" --limit 2% --runs 3
refuse '--subject says what is measured' --recorded "$dir" -s null:on
refuse '--keep says what is measured' --recorded "$dir" --keep "$dir/kept"
refuse "$dir/none" --backend "$dir/none"
refuse "\"$dir/missing/s.json\"" -s null:on --json "$dir/missing/s.json"
refuse "\"$dir/missing/s.json\"" -s null:on -o "$dir/missing/s.json"
refuse 'end with one of .txt, .json' -s null:on --output "$dir/s.csv"

# --- what nothing can be said of, and why
mkdir "$dir/cut"
printf '{"schema": "libcb.gate/1", ' >"$dir/cut/null-1.json"
expect 5 "$CBENCH" selftest --recorded "$dir/cut"
one_complaint
err_has "$dir/cut/null-1.json"
last_is 'verdict=invalid runs=0 alarms=0 inconclusive=0 exit=5'
if [ -f "$TEST_BACKENDS/crash_hello.so" ]; then
	expect 4 "$CBENCH" selftest --backend "$TEST_BACKENDS/crash_hello.so" -s crash_hello --sizes 64
	one_complaint
	last_is 'verdict=broken runs=0 alarms=0 inconclusive=0 exit=4'
fi

expect 0 "$CBENCH" selftest --help
! grep -q '^verdict=' "$dir/out" || fail 'the help ends as a self-test does'

# --- interrupted
echo 'gate = { screen_launches = 50; rounds = 20; };' >"$dir/long.conf"
"$CBENCH" selftest --backend "$module" -s "toy_accel:on=$old" -a fixture-hash --runs 2 --budget 60 \
	--config "$dir/long.conf" >"$dir/out" 2>"$dir/err" </dev/null &
pid=$!
sleep 1
kill -s TERM $pid
status=0
wait $pid || status=$?
[ "$status" -eq 130 ] || fail "exit $status instead of 130: $(cat "$dir/out" "$dir/err")"
one_complaint
err_has 'interrupted before the first gate ended'
[ "$(wc -l <"$dir/out")" -eq 1 ] || fail "more than the last line: $(cat "$dir/out")"
last_is 'verdict=cancelled runs=0 alarms=0 inconclusive=0 exit=130'
