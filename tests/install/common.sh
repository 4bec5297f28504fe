# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh disable=SC2034 # some are for those that source this
# For the scripts here, which source it: $scratch is theirs, and gone when they end.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
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
