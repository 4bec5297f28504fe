#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that progress is shown on a terminal only.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

expect 0 run_null --quiet
[ ! -s "$dir/err" ] || fail "something on standard error: $(cat "$dir/err")"
expect 0 run_null
[ ! -s "$dir/err" ] || fail "progress in a pipe: $(cat "$dir/err")"

command -v script >/dev/null 2>&1 || skip 'there is no script(1) to make a terminal'
script -qc true /dev/null >/dev/null 2>&1 </dev/null || skip 'script(1) has no -c here'

# on_terminal COMMAND: standard error is a terminal, standard output a file
on_terminal() {
	script -qec "$1 >$dir/shown" /dev/null >"$dir/typed" </dev/null
}

run="'$CBENCH' run -s null:on -a null-hash --sizes 64 --launches 2 --samples 40"
TERM=xterm on_terminal "$run"
grep -q 'left' "$dir/typed" || fail 'no progress on a terminal'
grep -q 'launch 0/0' "$dir/typed" && fail 'a launch before the first'
grep -q 'MB/s' "$dir/shown" || fail 'no table in the file'
grep -q 'left' "$dir/shown" && fail 'progress in the file'
TERM=dumb on_terminal "$run"
grep -q 'left' "$dir/typed" && fail 'progress on a dumb terminal'
CI=1 TERM=xterm on_terminal "$run"
grep -q 'left' "$dir/typed" && fail 'progress in CI'
TERM=xterm on_terminal "$run --quiet"
grep -q 'left' "$dir/typed" && fail 'progress in spite of --quiet'
exit 0
