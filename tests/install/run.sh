#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs a build into a scratch prefix and uses it as a stranger would: a program by find_package,
# one by pkg-config, a backend built outside the tree, Python and Lua. Then moves the prefix and uses it again.
# usage: run.sh CMAKE BUILD GENERATOR COMPILER [PYTHON]
set -eu
# shellcheck source=tests/install/common.sh
. "$(dirname "$0")/common.sh"
cmake=$1 build=$2 generator=$3 compiler=$4 python=${5:-}

prefix=$scratch/first

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
	use_python "$prefix"
	use_lua "$prefix"
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
say "the installed cbench measures the foreign backend;$tried measure, too"
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
