#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that a backend can be built once more against an installation elsewhere, that the library of
# that installation is the one that is measured, and that ci/gate builds one for each side.
# usage: extra_backends.sh CMAKE GENERATOR COMPILER BACKEND HEADER_DIRECTORY HEADERS LIBRARY
# shellcheck source=tests/ci/common.sh
. "$(dirname "$0")/common.sh"
cmake=$1 generator=$2 compiler=$3 backend=$4 include=$5 headers=$6 library=$7
unset LD_LIBRARY_PATH CB_BACKEND_PATH || :

# An installation: copies of what this system has, under the names that compilers and loaders use.
prefix=$dir/prefix
mkdir -p "$prefix/include" "$prefix/lib"
for name in $(echo "$headers" | tr , ' '); do
	[ ! -e "$include/$name" ] || cp -R "$include/$name" "$prefix/include/"
done
real=$(readlink -f "$library")
copy=$prefix/lib/$(basename "$real")
cp "$real" "$copy"
soname=$(objdump -p "$real" 2>/dev/null | sed -n 's/^ *SONAME *//p')
[ -n "$soname" ] || skip 'there is no objdump to see the name of the library with'
for name in "$soname" "$(basename "$library")"; do
	[ -e "$prefix/lib/$name" ] || ln -s "$(basename "$real")" "$prefix/lib/$name"
done

configure() {
	"$cmake" -S "$root/backends" -B "$dir/build" -G "$generator" -DCMAKE_C_COMPILER="$compiler" \
		-DCB_EXTRA_BACKENDS="$1"
}

# --- what cannot be is said
for wrong in nonsense "extra=none:$prefix" "extra=$backend:/nowhere" "null=null:$prefix"; do
	expect 1 configure "$wrong"
	err_has "CB_EXTRA_BACKENDS: \"$wrong\""
	rm -rf "$dir/build"
done

# --- one module, and the file it loads
expect 0 configure "extra=$backend:$prefix"
expect 0 "$cmake" --build "$dir/build"
[ "$(find "$dir/build" -name '*.so')" = "$dir/build/extra.so" ] ||
	fail "built: $(find "$dir/build" -name '*.so')"
expect 0 "$CBENCH" run --backend "$dir/build/extra.so" -s extra:on -a sha256 --sizes 64 \
	--launches 1 --samples 1 --format json
out_has '"extra/sha256/digest/64/on"'
out_has '"outcome": "measured"'
out_has "\"file\": \"$copy\""
# A library that is named with the subject still comes first.
expect 0 "$CBENCH" run --backend "$dir/build/extra.so" -s "extra:on=$real" -a sha256 --sizes 64 \
	--launches 1 --samples 1 --format json
out_has "\"file\": \"$real\""

# --- the headers are those of the installation
for header in "$prefix"/include/*/version.h; do
	echo '#error this header is that of the prefix' >>"$header"
done
! "$cmake" --build "$dir/build" >"$dir/out" 2>&1 || fail 'built with other headers than those of the prefix'
out_has 'this header is that of the prefix'
for header in "$prefix"/include/*/version.h; do
	sed -i.old '$d' "$header"
done
rm -rf "$dir/build"

# --- one for each side: cells are called as those of the ordinary backend, by the head's name
gate_ends 0 -- 0 --backend "$backend" --base-prefix "$prefix" --head-prefix "$prefix"
grep -q "^$backend-base=$prefix/lib/" "$dir/call.1" || fail "base: $(cat "$dir/call.1")"
grep -q "^$backend=$prefix/lib/" "$dir/call.1" || fail "head: $(cat "$dir/call.1")"
modules=$(cat "$dir/path.1")
[ "${modules#*:}" != "$modules" ] || fail "not two directories of modules: $modules"
