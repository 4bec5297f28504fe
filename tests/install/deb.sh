#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes the Debian packages, unpacks them below a scratch directory and uses them from there:
# cbench, Python, Lua, a program by find_package, one by pkg-config.
# usage: deb.sh CMAKE BUILD GENERATOR COMPILER (BUILD is kept, so that it is built once)
set -eu
# shellcheck source=tests/install/common.sh
. "$(dirname "$0")/common.sh"
cmake=$1 build=$2 generator=$3 compiler=$4
[ -e /etc/debian_version ] || skip "this is no Debian"
need dpkg-deb dpkg-shlibdeps gzip

# Debian's own interpreter, for which the packages are.
python=/usr/bin/python3
quietly "$cmake" -S "$root" -B "$build" -G "$generator" -DCMAKE_C_COMPILER="$compiler" \
	-DCMAKE_BUILD_TYPE=Debug -DCMAKE_INSTALL_PREFIX=/usr -DCB_BUILD_TESTS=OFF \
	-DPython_EXECUTABLE="$python"
quietly "$cmake" --build "$build"
(cd "$build" && quietly "${cmake%cmake}cpack" -G DEB -B "$scratch/packages") || exit 1

package() {
	set -- "$scratch/packages/$1"_*.deb
	[ -e "$1" ] || fail "there is no package $1"
	echo "$1"
}

# PACKAGE PATTERN...: of what the package needs, and of paths in it
expect() {
	file=$(package "$1")
	depends=$(dpkg-deb -f "$file" Depends)
	dpkg-deb -c "$file" >"$scratch/contents"
	echo "$depends" | grep -q "$2" || fail "$1 depends on $depends and not on $2"
	shift 2
	for path in "$@"; do
		grep -q " \./usr/$path" "$scratch/contents" || fail "no $path in $file"
	done
	dpkg-deb -x "$file" "$scratch/root"
}

library=libcb${version%.*}
same="$library (= $version)"
arch='lib/[^/]*-linux-gnu[^/]*'
expect "$library" libjansson4 "$arch/libcb.so.$version" "$arch/$library/cb-worker" \
	"$arch/$library/backends/"
expect libcb-dev "$same" include/cb/cb.h "$arch/libcb.so ->" "$arch/cmake/cb/" \
	"$arch/pkgconfig/libcb.pc"
expect cbench "$same" bin/cbench share/man/man1/cbench.1.gz
if [ -e "$build/python" ]; then
	expect python3-libcb 'python3 (>= 3' lib/python3/dist-packages/libcb/__init__.py
	# Else what Python writes beside its sources stays, and is imported as an empty package.
	dpkg-deb -e "$(package python3-libcb)" "$scratch/control"
	grep -q 'py3clean -p python3-libcb' "$scratch/control/prerm" ||
		fail "what Python writes stays when the package is removed"
fi
if [ -e "$build/lua" ]; then
	expect lua-libcb 'lua5' "$arch/lua/5.*/libcb/core.so" 'share/lua/5.*/libcb.lua'
fi
# Another SOVERSION is a package beside this one, so no file is there that it would have, too.
dpkg-deb -c "$(package "$library")" | sed -n 's|^-.* \./usr/||p' | grep -v "/$library/\|libcb.so.$version$" &&
	fail "files of $library do not have its SOVERSION in their paths"
for file in "$scratch"/packages/*.deb; do
	dpkg-deb -f "$file" Maintainer | grep -q '^[^<]* <[^<]*@[^<]*>$' || fail "no maintainer in $file"
	documents=$scratch/root/usr/share/doc/$(dpkg-deb -f "$file" Package)
	grep -q '/common-licenses/Apache-2.0' "$documents/copyright" || fail "no licence in $file"
	gzip -dc "$documents/changelog.gz" | grep -q "^libcb ($version)" || fail "no changelog in $file"
done
# What it says of modules is so by their nature: they link to what they use and to no more.
if command -v lintian >/dev/null; then
	lintian --allow-root --suppress-tags \
		library-not-linked-against-libc,shared-library-lacks-prerequisites,maintscript-calls-ldconfig \
		--fail-on error,warning "$scratch"/packages/*.deb >"$scratch/lintian" 2>&1 || {
		cat "$scratch/lintian"
		fail "lintian has found faults"
	}
	say "lintian finds no faults"
fi
say "$(find "$scratch/packages" -maxdepth 1 -name '*.deb' | wc -l) Debian packages, their files where Debian has them"

prefix=$scratch/root/usr
quietly "$prefix/bin/cbench" list
build_project backend
build_project consumer
quietly "$scratch/consumer/consumer" "$scratch/backend/demo.so"
find_pkgconfig
build_by_pkgconfig
quietly "$scratch/by-pkgconfig" "$scratch/backend/demo.so"
# libcb-dev brings no development files of what libcb itself is linked to.
PKG_CONFIG_LIBDIR=$PKG_CONFIG_PATH quietly pkg-config --cflags --libs libcb
measure
use_python "$prefix"
use_lua "$prefix"

say "unpacked elsewhere, cbench, find_package, pkg-config work;$tried measure, too"
