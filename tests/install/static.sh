#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds libcb for a target that loads nothing: backends and crypto libraries in one static worker,
# the library in a static cbench. Installs it, moves it, finds it along PATH and measures.
# usage: static.sh CMAKE BUILD GENERATOR COMPILER (BUILD is kept, so that it is built once)
set -eu
# shellcheck source=tests/install/common.sh
. "$(dirname "$0")/common.sh"
cmake=$1 build=$2 generator=$3 compiler=$4

has_archive() {
	[ -e "$("$compiler" -print-file-name="lib$1.a")" ]
}

for archive in c jansson config crypto; do
	has_archive "$archive" || skip "there is no lib$archive.a"
done
expected="null openssl"
! has_archive mbedcrypto || expected="$expected mbedtls"
! has_archive sodium || expected="$expected libsodium"

quietly "$cmake" -S "$root" -B "$build" -G "$generator" -DCMAKE_C_COMPILER="$compiler" \
	-DCMAKE_BUILD_TYPE=Debug -DCB_STATIC_BACKENDS=ON -DBUILD_SHARED_LIBS=OFF \
	-DCB_BUILD_BINDINGS=OFF -DCMAKE_EXE_LINKER_FLAGS=-static
quietly "$cmake" --build "$build"
quietly "$cmake" --install "$build" --prefix "$scratch/first"
mv "$scratch/first" "$scratch/second"
worker=$(find "$scratch/second" -name cb-worker)
for program in "$scratch/second/bin/cbench" "$worker"; do
	! readelf -d "$program" 2>/dev/null | grep -q NEEDED || fail "$program needs libraries"
done
PATH=$scratch/second/bin:$PATH

quietly cbench list --format json -o "$scratch/list.json"
for backend in $expected; do
	grep -q "\"backend\": *\"$backend\"" "$scratch/list.json" || fail "no backend $backend"
done
say "a static worker has its backends built in: $expected"

quietly cbench run -a aes-256-gcm,sha256 --ops digest,seal --sizes 1024 --launches 1 --budget 10 \
	--format json -o "$scratch/result.json"
grep -q '"outcome": *"measured"' "$scratch/result.json" || fail "nothing was measured"
! grep -q '"outcome": *"\(unproven\|failed\|crashed\|mismatch\|timed-out\)"' "$scratch/result.json" ||
	fail "a cell failed: $(grep '"reason": *"[^"]' "$scratch/result.json")"
grep -q "\"file\": *\"$worker\"" "$scratch/result.json" ||
	fail "the library is not said to be in $worker"
say "it measures in every mode, from a moved prefix, found along PATH"

# What cannot work is said, with the status of a usage error.
refuse() {
	expected=$1
	shift
	code=0
	"$@" >"$scratch/log" 2>&1 || code=$?
	[ "$code" -eq 2 ] || fail "$* ended with $code instead of 2"
	grep -q "$expected" "$scratch/log" || fail "$* says $(cat "$scratch/log")"
}

refuse 'backends built in' cbench run --backend "$scratch/other.so"
refuse 'loads no library' cbench run -s "openssl=$worker" --budget 1
code=0
cbench prove -s openssl:on -a sha256 >"$scratch/log" 2>&1 || code=$?
[ "$code" -eq 77 ] || fail "prove ended with $code instead of 77"
grep -q 'linked into cb-worker' "$scratch/log" || fail "prove says $(cat "$scratch/log")"
say "what a static build cannot do, it says"
