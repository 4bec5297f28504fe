#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that every command of RECIPES.md works against the libraries that are here, and says what the
# page says it does. Lines of a block that begin with "$ " are commands; the lines after one are parts of
# its output.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

root=$(cd "$here/../.." && pwd)
page=$root/RECIPES.md

# The file of the system's OpenSSL, which stands for a build of one's own.
library() {
	"$CBENCH" info --format json |
		sed -n 's/.*"file": "\([^"]*libcrypto[^"]*\)".*/\1/p' | head -n 1
	for found in /usr/lib/*/libcrypto.so.3 /usr/lib/libcrypto.so.3; do
		[ ! -f "$found" ] || echo "$found"
	done
}

"$CBENCH" list | grep -q openssl || skip 'there is no OpenSSL'
mkdir "$dir/bin" "$dir/place"
ln -s "$CBENCH" "$dir/bin/cbench"
ln -s "$root/tests" "$dir/place/tests"
file=$(library | head -n 1)
[ -z "$file" ] || cp "$file" "$dir/place/libcrypto.so.3"
PATH=$dir/bin:$PATH
export PATH
cd "$dir/place"

# Whether this machine can do it; what it cannot is left out.
is_possible() {
	case $1 in
	*'openssl speed'*) command -v openssl >/dev/null 2>&1 ;;
	*libcrypto.so.3*) [ -f libcrypto.so.3 ] ;;
	*'--processes 1,2'*) [ "$(nproc)" -gt 1 ] ;;
	*'cbench prove'*) cbench prove -s openssl:on -a md5 --sizes 64 -q >/dev/null 2>&1 ;;
	*) true ;;
	esac
}

commands=0
run=0
said=''
awk '/^```/ { inside = !inside; next } inside' "$page" >"$dir/blocks"
while IFS= read -r line <&3; do
	case $line in
	'$ '*)
		commands=$((commands + 1))
		said=''
		is_possible "$line" || continue
		expect 0 sh -c "${line#\$ }"
		[ -s "$dir/out" ] || fail "nothing is said: $line"
		said=$line
		run=$((run + 1))
		;;
	*) [ -z "$said" ] || out_has "$line" ;;
	esac
done 3<"$dir/blocks"
[ "$commands" -ge 13 ] || fail "only $commands commands"
[ "$run" -ge 9 ] || fail "only $run of $commands commands could be run"
echo "$run of $commands commands"
