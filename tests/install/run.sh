#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs a build into a scratch prefix and uses it as a stranger would: a program by find_package,
# one by pkg-config, a backend built outside the tree. Then moves the prefix and uses it again.
# usage: run.sh CMAKE BUILD GENERATOR COMPILER
set -eu
# shellcheck source=tests/install/common.sh
. "$(dirname "$0")/common.sh"
cmake=$1 build=$2 generator=$3 compiler=$4

prefix=$scratch/first

# build_project NAME [SOURCE]
build_project() {
	quietly "$cmake" -S "${2:-$here/$1}" -B "$scratch/$1" -G "$generator" \
		-DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix"
	quietly "$cmake" --build "$scratch/$1"
}

find_pkgconfig() {
	PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name libcb.pc)")
	export PKG_CONFIG_PATH
}

library_directory() {
	pkg-config --variable=libdir libcb
}

# With what a static library needs as well where there is no shared one.
build_by_pkgconfig() {
	static=--static
	[ ! -e "$(library_directory)/libcb.so" ] || static=
	# shellcheck disable=SC2046,SC2086 # several flags
	quietly "$compiler" -std=c11 -o "$scratch/by-pkgconfig" "$here/consumer/main.c" \
		$(pkg-config $static --cflags --libs libcb) -Wl,-rpath,"$(library_directory)"
}

# Measures both rows of the foreign backend with the installed program.
measure() {
	"$prefix/bin/cbench" run --backend "$scratch/backend/demo.so" -s demo:on -a 'rc4,fnv1a-64' \
		--sizes 64 --launches 1 --budget 3 --format json -o "$scratch/result.json" ||
		fail "cbench run ended with exit status $?"
	for cell in demo/rc4/encrypt/64/on demo/rc4/decrypt/64/on demo/fnv1a-64/digest/64/on; do
		grep -q "\"$cell\"" "$scratch/result.json" || fail "no cell $cell"
	done
	measured=$(grep -c '"outcome": *"measured"' "$scratch/result.json")
	[ "$measured" -eq 3 ] || fail "$measured cells measured instead of 3"
}

# The template that authors of backends copy, as it is installed.
use_template() {
	quietly "$prefix/bin/cbench" list --backend "$scratch/mine/mine.so" -a adler32 -o "$scratch/list"
	grep -q 'mine/lanes: sixteen sums at once' "$scratch/list" || fail "mine/lanes is not listed"
	"$prefix/bin/cbench" run --backend "$scratch/mine/mine.so" -s mine/ref -s mine/lanes -s mine \
		--accel on -a adler32 --sizes 15,16,64,1400,16384 --launches 1 --samples 2 \
		--format json -o "$scratch/result.json" || fail "the template ended with exit status $?"
	for cell in 15/on 16/on/impl=ref 16384/on/impl=lanes; do
		grep -q "\"mine/adler32/digest/$cell\"" "$scratch/result.json" || fail "no cell $cell"
	done
	measured=$(grep -c '"outcome": *"measured"' "$scratch/result.json")
	[ "$measured" -eq 15 ] || fail "$measured cells of the template measured instead of 15"
}

use_prefix() {
	"$prefix/bin/cbench" list >"$scratch/list" || fail "cbench list ended with exit status $?"
	grep -q null "$scratch/list" || fail "the installed backends are not found"
	measure
}

quietly "$cmake" --install "$build" --prefix "$prefix"
find_pkgconfig
[ "$(pkg-config --variable=backenddir libcb)" = "$(library_directory)/libcb/backends" ] ||
	fail "backenddir of libcb.pc is $(pkg-config --variable=backenddir libcb)"

build_project backend
say "a backend builds outside the tree"
build_project consumer
quietly "$scratch/consumer/consumer" "$scratch/backend/demo.so"
say "a program builds by find_package and measures"
build_by_pkgconfig
quietly "$scratch/by-pkgconfig" "$scratch/backend/demo.so"
say "a program builds by pkg-config and measures"
use_prefix
say "the installed cbench measures the foreign backend"
template=$(find "$prefix" -path '*/examples/backend' -type d)
[ -n "$template" ] || fail "the template of a backend is not installed"
build_project mine "$template"
use_template
say "the template of a backend builds, is listed and measured"

mv "$prefix" "$scratch/second"
prefix=$scratch/second
use_prefix
find_pkgconfig
rm -rf "$scratch/consumer"
build_project consumer
build_by_pkgconfig
quietly "$scratch/by-pkgconfig" "$scratch/backend/demo.so"
say "all of it works after the prefix was moved"
