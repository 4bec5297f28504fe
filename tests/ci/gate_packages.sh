#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that ci/gate unpacks packages, with and without dpkg-deb, finds the library in them, and says
# what is missing where it cannot be loaded.
# shellcheck source=tests/ci/common.sh
. "$(dirname "$0")/common.sh"
command -v dpkg-deb >/dev/null 2>&1 || skip 'there is no dpkg-deb to make packages with'

# make_deb NAME FILE INSIDE: a package that holds FILE as INSIDE
make_deb() {
	rm -rf "$dir/package"
	mkdir -p "$dir/package/DEBIAN" "$dir/package/$(dirname "$3")"
	printf 'Package: %s\nVersion: 1\nArchitecture: all\nMaintainer: none\nDescription: none\n' \
		"$1" >"$dir/package/DEBIAN/control"
	cp "$2" "$dir/package/$3"
	dpkg-deb --root-owner-group -Zgzip -b "$dir/package" "$dir/$1.deb" >/dev/null
}

# A library that loads: any will do, since the cbench here looks at none.
library=$(ldd "$CBENCH" | sed -n 's|.*=> \(/[^ ]*libjansson[^ ]*\).*|\1|p' | head -n 1)
[ -n "$library" ] || skip 'there is no library at hand to make a package of'

make_deb libssl-old "$library" usr/lib/libcrypto.so.3
make_deb libssl-new "$library" usr/lib/x86_64-linux-gnu/libcrypto.so.3
gate_ends 0 -- 0 --base-deb "$dir/libssl-old.deb" --head-deb "$dir/libssl-new.deb"
grep -q "^openssl=$TMPDIR/cb-gate-[^/]*/base/usr/lib/libcrypto.so.3\$" "$dir/call.1" ||
	fail "the base side: $(cat "$dir/call.1")"
grep -q "^openssl=$TMPDIR/cb-gate-[^/]*/head/usr/lib/x86_64-linux-gnu/libcrypto.so.3\$" "$dir/call.1" ||
	fail "the head side: $(cat "$dir/call.1")"
gate_ends 0 -- 0 --base openssl --head-deb "$dir/libssl-new.deb"
call_has --base openssl

# --- with their C library it is the directory that is measured
printf loader >"$dir/loader"
make_deb libc6 "$dir/loader" usr/lib64/ld-linux-x86-64.so.2
gate_ends 0 -- 0 --base openssl --head-deb "$dir/libssl-new.deb,$dir/libc6.deb"
grep -q "^openssl=$TMPDIR/cb-gate-[^/]*/head\$" "$dir/call.1" ||
	fail "the head side: $(cat "$dir/call.1")"

# --- without dpkg-deb
mkdir "$dir/bin"
for tool in ar awk basename cat cp dirname find grep gzip head ls mkdir mktemp mv rm sed sh sleep \
	sort tar tr; do
	! path=$(command -v $tool) || ln -s "$path" "$dir/bin/$tool"
done
if [ -e "$dir/bin/ar" ]; then
	usual=$PATH
	PATH=$dir/bin
	gate_ends 0 -- 0 --base openssl --head-deb "$dir/libssl-new.deb"
	PATH=$usual
	err_has 'head: openssl='
fi

# --- what cannot be
refuses 'there is no package "none.deb"' --base-deb none.deb --head openssl
refuses 'failed' --base-deb "$library" --head openssl
refuses 'there is no libmbedcrypto.so.* in' --backend mbedtls --base-deb "$dir/libssl-old.deb" --head mbedtls
refuses 'there are several libcrypto.so.3' --base-deb "$dir/libssl-old.deb,$dir/libssl-new.deb" --head openssl
printf 'no library' >"$dir/broken"
make_deb libssl-broken "$dir/broken" usr/lib/libcrypto.so.3
refuses 'add the package of its C library (libc6)' --base openssl --head-deb "$dir/libssl-broken.deb"
err_has "--head-deb $dir/libssl-broken.deb,libc6.deb"
