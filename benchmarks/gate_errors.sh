#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# How often the gate cries wolf, and what it finds: everything behind the table of error rates in
# METHODOLOGY.md. Takes about 80 minutes; what was measured stays in DIRECTORY, and is worked out
# again without measuring by: cbench selftest --recorded DIRECTORY/null [--limit PERCENT]
#
# usage: gate_errors.sh [-q] CBENCH DIRECTORY
#   -q   a taste in two minutes, and five on a busy machine: each step once, with two cells
set -eu

quick=
[ "${1:-}" = -q ] && { quick=1; shift; }
[ $# -eq 2 ] || { echo "usage: gate_errors.sh [-q] CBENCH DIRECTORY" >&2; exit 2; }
cbench=$1
out=$2
busy=

algorithms=sha256,sha512,md5,aes-128-gcm,aes-256-gcm,aes-128-cbc,aes-256-cbc,chacha20-poly1305
few=sha256,md5,aes-128-gcm,aes-256-gcm,chacha20-poly1305
sizes=64,256,1024,8192
few_sizes=64,1024
runs=100 strict=25 loaded=20 real=10
budget=180
if [ -n "$quick" ]; then
	algorithms=sha256
	few=sha256
	sizes=64,1024
	runs=1 strict=1 loaded=1 real=1
	budget=50
fi

stop_load() {
	for pid in $busy; do
		kill "$pid" 2>/dev/null || true
		wait "$pid" 2>/dev/null || true
	done
	busy=
}

# $1: "bursts" or "steady", one busy process on each processor.
start_load() {
	i=0
	while [ "$i" -lt "$(getconf _NPROCESSORS_ONLN)" ]; do
		"$(dirname "$0")/busy.sh" "$1" &
		busy="$busy $!"
		i=$((i + 1))
	done
}
trap stop_load EXIT
trap 'exit 130' INT TERM

selftest() {
	"$cbench" selftest -q "$@" || echo "exit $?"
}

mkdir -p "$out/null" "$out/strict" "$out/bursts" "$out/half"

echo "== null gates, nothing beside them"
selftest --budget "$budget" -a "$algorithms" --sizes "$sizes" --runs "$runs" --real "$real" --keep "$out/null" \
	--json "$out/null.json"
echo "== the same, judged with a limit of 2 %"
selftest --recorded "$out/null" --limit 2% --json "$out/null-2.json"
echo "== slowdowns at a limit of 2 %, where it was measured with that"
selftest --budget "$budget" -a "$few" --sizes "$few_sizes" --runs "$strict" --limit 2% --keep "$out/strict" \
	--json "$out/strict.json"

echo "== null gates beside bursts of work on all processors"
start_load bursts
selftest --budget "$budget" -a "$few" --sizes "$few_sizes" --runs "$loaded" --seed 2 \
	--keep "$out/bursts" --json "$out/bursts.json"
stop_load

echo "== null gates beside steady work in one half of each"
i=0
while [ "$i" -lt "$loaded" ]; do
	i=$((i + 1))
	# Every other one is loaded in its first half.
	if [ $((i % 2)) -eq 0 ]; then
		start_load steady
		(sleep 12) &
		half=$!
	else
		(sleep 12) &
		half=$!
	fi
	"$cbench" selftest -q --budget "$budget" -a "$few" --sizes "$few_sizes" --runs 1 --seed $((100 + i)) \
		--keep "$out/half" >/dev/null &
	gate=$!
	wait "$half"
	if [ $((i % 2)) -eq 0 ]; then stop_load; else start_load steady; fi
	wait "$gate" || true
	stop_load
done
selftest --recorded "$out/half"
