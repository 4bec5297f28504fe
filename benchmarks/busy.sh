#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Keeps one processor busy until it is killed: "steady", or in "bursts" of up to a second each with
# rests as long.
set -eu

child=
trap '[ -z "$child" ] || kill "$child" 2>/dev/null; exit 0' TERM INT

# Tenths of a second, from 1 to 10.
draw() {
	seed=$(((seed * 1103515245 + 12345) % 2147483648))
	echo $((seed / 65536 % 10 + 1))
}

seed=$$
while :; do
	sh -c 'while :; do :; done' &
	child=$!
	[ "${1:-steady}" = bursts ] || wait "$child"
	sleep "0.$(draw)" & wait $!
	kill "$child" 2>/dev/null || true
	wait "$child" 2>/dev/null || true
	child=
	sleep "0.$(draw)" & wait $!
done
