# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# For the tests of cbench gate: two copies of a toy library, and rules by which a gate is short.
# TEST_BACKENDS is the directory of the test backends.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

module=${TEST_BACKENDS:-}/toy_accel.so
old=${TEST_BACKENDS:-}/toy/libtoy.so
for file in "$module" "$old"; do
	[ -f "$file" ] || skip 'there is no toy library'
done
mkdir "$dir/new"
new=$dir/new/libtoy.so
cp "$old" "$new"
rules=$dir/short.conf
echo 'gate = { screen_launches = 6; confirm_launches = 16; rounds = 1; };' >"$rules"

# gate_ends STATUS ARGUMENT...: with the last line that says so
gate_ends() {
	gate_status=$1
	shift
	expect "$gate_status" "$CBENCH" gate --backend "$module" "$@"
	last=$(tail -n 1 "$dir/out")
	case $last in
	verdict=*' cells='*' regressed='*' inconclusive='*' waived='*' missing='*" exit=$gate_status") ;;
	*) fail "the last line is '$last' and not that of $gate_status: $*" ;;
	esac
}

# gate_toy STATUS ARGUMENT...: of the two copies
gate_toy() {
	toy_status=$1
	shift
	gate_ends "$toy_status" --base "toy_accel=$old" --head "toy_accel=$new" -a fixture-hash \
		--sizes 64 "$@"
}
