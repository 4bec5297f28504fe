#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fuzzes a reader: run.sh [SECONDS [DIRECTORY [TARGET]]], where TARGET is import or document. New inputs go
# to DIRECTORY, those that broke it to the directory it was started in. Needs clang with libFuzzer, on
# Debian libclang-rt-14-dev.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
seconds=${1:-600}
target=${3:-import}
found=${2:-$root/build/fuzz/found-$target}

cd "$root"
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz --target "fuzz_$target" >/dev/null
mkdir -p "$found"
inputs="tests/fuzz/corpus/$target" length=65536
[ "$target" = document ] || inputs="$inputs tests/fixtures/speed" length=8192
# shellcheck disable=SC2086 # two directories
exec "build/fuzz/tests/fuzz_$target" -max_total_time="$seconds" -max_len=$length -timeout=10 \
	-rss_limit_mb=1024 -print_final_stats=1 -dict="tests/fuzz/$target.dict" "$found" $inputs
