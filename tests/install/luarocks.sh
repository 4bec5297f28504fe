#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds and installs the rock for Lua 5.4 and 5.1 into trees of their own, moves them and measures.
# usage: luarocks.sh CMAKE BUILD GENERATOR COMPILER (BUILD is kept, so that it is built once)
set -eu
# shellcheck source=tests/install/common.sh
. "$(dirname "$0")/common.sh"
build=$2
CMAKE_GENERATOR=$3 CMAKE_BUILD_TYPE=Debug
PATH=$(dirname "$1"):$PATH
export CMAKE_GENERATOR CMAKE_BUILD_TYPE PATH
need luarocks swig

rockspec=$root/libcb-$version-1.rockspec
[ -e "$rockspec" ] || fail "there is no libcb-$version-1.rockspec"
for line in "version = \"$version-1\"" "tag = \"v$version\""; do
	grep -q "$line" "$rockspec" || fail "the rockspec has no $line"
done

# LuaRocks builds in the source directory, so that is a copy.
mkdir -p "$build"
for part in CMakeLists.txt LICENSE backends benchmarks bindings cli cmake libcb "$rockspec"; do
	cp -Rp "$root/${part##*/}" "$build"
done
cd "$build"

for release in 5.4 5.1; do
	if ! command -v lua$release >/dev/null || [ ! -e "/usr/include/lua$release/lua.h" ]; then
		continue
	fi
	HOME=$scratch quietly luarocks --lua-version $release --tree "$scratch/$release" make \
		CC="$4" "./${rockspec##*/}"
	mv "$scratch/$release" "$scratch/moved-$release"
	before=$tried
	use_lua "$scratch/moved-$release"
	[ "$tried" != "$before" ] || fail "nothing for Lua $release is in its tree"
done
[ -n "$tried" ] || skip "no Lua with development files"
say "luarocks installs what measures, in a moved tree, for:$tried"
