#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that where files cannot be written, or no code may be loaded, cbench says so and what to do,
# ends with 2, keeps what was there, and leaves nothing behind.
# shellcheck source=tests/cli/gate_common.sh
. "$(dirname "$0")/gate_common.sh"
unset TMPDIR

# stays FILE: as it was, and nothing beside it
stays() {
	[ "$(cat "$1")" = old ] || fail "$1 was touched"
	set -- "$1".*
	[ ! -e "$1" ] || fail "left over: $*"
}

toy_gate() {
	"$CBENCH" gate --backend "$module" --base "toy_accel=$old" --head "toy_accel=$new" \
		-a fixture-hash --sizes 64 --no-shortcut --config "$rules"
}

save() {
	"$CBENCH" gate --backend "$module" --save-baseline "$1" -s "toy_accel:on=$old" \
		-a fixture-hash --sizes 64 --budget 20
}

# --- in a mount namespace of our own: file systems that are full, or hold no code
if [ "${1:-}" = mounted ]; then
	mkdir "$dir/small" "$dir/bare"
	trap 'umount "$dir/small" "$dir/bare" 2>/dev/null || :; rm -rf "$dir"' EXIT
	mount -t tmpfs -o size=16k tmpfs "$dir/small" 2>/dev/null || skip 'nothing can be mounted'
	mount -t tmpfs -o noexec tmpfs "$dir/bare" 2>/dev/null || skip 'nothing can be mounted'
	TMPDIR=$dir/bare
	export TMPDIR
	expect 2 toy_gate
	err_has 'noexec'
	err_has 'TMPDIR'
	[ -z "$(ls -A "$dir/bare")" ] || fail "left over: $(find "$dir/bare")"
	unset TMPDIR

	echo old >"$dir/small/r.json"
	dd if=/dev/zero of="$dir/small/fill" bs=1k 2>/dev/null || :
	# shellcheck disable=SC2119
	expect 2 run_null -o "$dir/small/r.json"
	err_has 'No space left'
	stays "$dir/small/r.json"
	expect 2 save "$dir/small/b.json"
	[ ! -e "$dir/small/b.json" ] || fail 'part of a baseline'
	[ ! -e "$dir/small/b.json.libs" ] || fail 'directories of a baseline that was not saved'
	# The thread sanitizer's own runtime writes there before the program begins.
	[ -z "${TSAN_OPTIONS:-}" ] || exit 0
	TMPDIR=$dir/small
	export TMPDIR
	expect 2 toy_gate
	err_has 'TMPDIR'
	[ -z "$(find "$dir/small" -name 'libcb-*')" ] || fail "left over: $(find "$dir/small")"
	exit 0
fi

# --- a limit on the size of files
echo old >"$dir/r.json"
(
	ulimit -f 1
	# shellcheck disable=SC2119
	expect 2 run_null -o "$dir/r.json"
)
stays "$dir/r.json"
err_has 'r.json'

# --- directories for temporary files that will not do
: >"$dir/file"
mkdir "$dir/two:parts"
for place in /nowhere/at/all "$dir/file" "$dir/two:parts"; do
	TMPDIR=$place
	export TMPDIR
	expect 2 toy_gate
	unset TMPDIR
	err_has "\"$place\""
	err_has 'TMPDIR'
done
[ -z "$(ls -A "$dir/two:parts")" ] || fail 'left over'
mkdir "$dir/relative"
for place in relative ''; do
	(
		cd "$dir"
		TMPDIR=$place
		export TMPDIR
		expect 0 toy_gate
	)
done
[ -z "$(ls -A "$dir/relative")" ] || fail 'left over'

# --- and that part of this test
as_root=--map-root-user
[ "$(id -u)" -ne 0 ] || as_root=
# shellcheck disable=SC2086 # no option is none
if unshare $as_root --mount true 2>/dev/null; then
	status=0
	unshare $as_root --mount sh "$0" mounted || status=$?
	[ "$status" -eq 0 ] || [ "$status" -eq 77 ] || fail 'with file systems of its own'
fi
