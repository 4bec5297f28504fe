#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Some distributions give the directories of an installation as absolute paths. Its parts find each
# other all the same, also after the prefix was moved. Configures only.
# usage: paths.sh CMAKE BUILD GENERATOR COMPILER
set -eu
# shellcheck source=tests/install/common.sh
. "$(dirname "$0")/common.sh"
cmake=$1 generator=$3 compiler=$4
need pkg-config realpath

prefix=$scratch/first
quietly "$cmake" -S "$root" -B "$scratch/build" -G "$generator" -DCMAKE_C_COMPILER="$compiler" \
	-DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR="$prefix/lib64" \
	-DCMAKE_INSTALL_INCLUDEDIR="$prefix/headers" -DCB_BUILD_TESTS=OFF -DCB_BUILD_BINDINGS=OFF

expect_directory() {
	found=$(realpath -m "$(pkg-config --variable="$1" libcb)")
	[ "$found" = "$2" ] || fail "$1 of libcb.pc is $found instead of $2"
}

for place in first second; do
	prefix=$scratch/$place
	mkdir -p "$prefix/lib64/pkgconfig"
	cp "$scratch/build/libcb/libcb.pc" "$prefix/lib64/pkgconfig"
	PKG_CONFIG_PATH=$prefix/lib64/pkgconfig
	export PKG_CONFIG_PATH
	expect_directory libdir "$prefix/lib64"
	expect_directory includedir "$prefix/headers"
	expect_directory backenddir "$prefix/lib64/libcb/backends"
done
# shellcheck disable=SC2016 # the loader's word
grep -q 'NEW_RPATH ".\$ORIGIN/../lib64"' "$scratch/build/cli/cmake_install.cmake" ||
	fail "cbench does not look for its library in lib64 beside its own directory"
say "absolute directories of an installation lead to one that can be moved"
