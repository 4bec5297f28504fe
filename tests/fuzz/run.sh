#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fuzzes the importer: run.sh [SECONDS [DIRECTORY]]. New inputs go to DIRECTORY, those that broke it
# to the directory it was started in. Needs clang with libFuzzer, on Debian libclang-rt-14-dev.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
seconds=${1:-600}
found=${2:-$root/build/fuzz/found}

cd "$root"
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz --target fuzz_import >/dev/null
mkdir -p "$found"
exec build/fuzz/tests/fuzz_import -max_total_time="$seconds" -max_len=8192 -timeout=10 \
	-rss_limit_mb=1024 -print_final_stats=1 -dict=tests/fuzz/import.dict \
	"$found" tests/fuzz/corpus/import tests/fixtures/speed
