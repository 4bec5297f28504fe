#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that an installed binding measures with each Lua, and still does after its prefix was moved:
# installed.sh CMAKE BUILD LIBDIR VERSION...
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cmake=$1 build=$2 libdir=$3
shift 3

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/first

# The build tree must not help.
unset CB_BACKEND_PATH CB_WORKER LD_LIBRARY_PATH LUA_PATH LUA_CPATH || :

fail() {
	echo "installed: $*" >&2
	exit 1
}

# LuaJIT looks where 5.1 does.
try() {
	abi=$1
	[ "$abi" != jit ] || abi=5.1
	[ -f "$prefix/share/lua/$abi/libcb.lua" ] || return 0
	command -v "lua$1" >/dev/null || return 0
	(cd "$scratch" && LUA_PATH="$prefix/share/lua/$abi/?.lua" \
		LUA_CPATH="$prefix/$libdir/lua/$abi/?.so" "lua$1" "$here/installed.lua" "$prefix") ||
		fail "lua$1 in $prefix"
}

"$cmake" --install "$build" --prefix "$prefix" >"$scratch/log" 2>&1 || {
	cat "$scratch/log"
	fail "cannot install"
}
for version; do
	try "$version"
done
mv "$prefix" "$scratch/second"
prefix=$scratch/second
for version; do
	try "$version"
done
