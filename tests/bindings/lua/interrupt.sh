#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that Ctrl-C stops a run at once, keeps what was measured, and leaves no process, whatever Lua
# and wherever it runs: interrupt.sh LUA...
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

env --default-signal=INT true 2>/dev/null || {
	echo 'skipped: no env that gives a background job its SIGINT back'
	exit 77
}

fail() {
	echo "interrupt: $*: $(cat "$dir/out")" >&2
	exit 1
}

now_ms() {
	echo $(($(date +%s%N) / 1000000))
}

# until COMMAND...: for at most ten seconds
until_holds() {
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ $tries -le 200 ] || return 1
		sleep 0.05
	done
}

measures() {
	grep -qs go "$dir/out"
}

says_so() {
	grep -q interrupted "$dir/out"
}

# interrupted WHERE WAY LUA...
interrupted() {
	where=$1 way=$2
	shift 2
	env --default-signal=INT ${LUA_PRELOAD:+LD_PRELOAD="$LUA_PRELOAD"} "$@" "$here/interrupt.lua" "$where" "$way" >"$dir/out" 2>&1 &
	pid=$!
	if [ "$way" = told ]; then
		until_holds measures || fail "$where does not begin"
	else
		sleep 2
	fi
	begun=$(now_ms)
	kill -s INT $pid
	until_holds says_so || fail "$where is not interrupted"
	took=$(($(now_ms) - begun))
	wait $pid || fail "$where ended with $?"
	grep -q kept "$dir/out" || fail "$where kept nothing"
	# 0.3 s, and what a machine with other work takes to wake somebody up
	[ $took -le 1000 ] || fail "$where took $took ms"
	echo "interrupt: $where, $way: $took ms"
}

interrupted main told "$@"
interrupted main silent "$@"
interrupted coroutine silent "$@"
