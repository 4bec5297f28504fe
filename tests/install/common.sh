# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh disable=SC2034,SC2154 # set there, used here, or the reverse
# For the scripts here, which source it: $scratch is theirs, and gone when they end.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
version=$(sed -n 's/^project(libcb VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The build tree must not help: only what is installed is tried.
unset CB_BACKEND_PATH CB_WORKER LD_LIBRARY_PATH PYTHONPATH LUA_PATH LUA_CPATH LUA_INIT

say() {
	echo "package: $*"
}

fail() {
	say "$*"
	exit 1
}

skip() {
	say "skipped: $*"
	exit 77
}

# The output of a command is shown if it fails only.
quietly() {
	if ! "$@" >"$scratch/log" 2>&1; then
		cat "$scratch/log"
		fail "failed: $*"
	fi
}

need() {
	for tool in "$@"; do
		command -v "$tool" >/dev/null 2>&1 || skip "there is no $tool"
	done
}

# What follows needs $cmake, $generator, $compiler, and $prefix, in which libcb is installed.

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

# Bindings need to be told their directories, nothing else. $tried says which there were.
tried=

use_python() {
	package=$(find "$1" -path '*-packages/libcb/__init__.py')
	if [ -z "$package" ] || [ -z "$python" ]; then
		[ ! -e "$build/python/libcb" ] || fail "the package for Python is not installed"
		return
	fi
	PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$(dirname "$(dirname "$package")") \
		quietly "$python" "$here/use.py" "$1"
	tried="$tried python"
}

# A LuaJIT has the modules of 5.1.
use_lua() {
	for lua in lua5.1 lua5.2 lua5.3 lua5.4 luajit; do
		abi=${lua#lua}
		[ "$abi" != jit ] || abi=5.1
		core=$(find "$1" -path "*/lua/$abi/libcb/core.so")
		script=$(find "$1" -path "*/lua/$abi/libcb.lua")
		if [ -z "$core" ] || [ -z "$script" ] || ! command -v "$lua" >/dev/null; then
			continue
		fi
		quietly "$lua" -e "package.path = '$(dirname "$script")/?.lua'" \
			-e "package.cpath = '$(dirname "$(dirname "$core")")/?.so'" "$here/use.lua"
		tried="$tried $lua"
	done
}
