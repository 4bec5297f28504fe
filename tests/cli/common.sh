# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# For the tests of cbench: where it is, a directory for files, and ways to state what must hold.
# CBENCH and SHOW_RESULTS name the programs.
set -eu
: "${CBENCH:?the cbench program}"
# shellcheck disable=SC2034 # for golden documents
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
unset NO_COLOR CLICOLOR CLICOLOR_FORCE FORCE_COLOR CI || :

fail() {
	echo "$0: $*" >&2
	exit 1
}

skip() {
	echo "$0: skipped, $*" >&2
	exit 77
}

# expect STATUS COMMAND...: its output is in $dir/out and $dir/err
expect() {
	wanted=$1
	shift
	status=0
	"$@" >"$dir/out" 2>"$dir/err" </dev/null || status=$?
	[ "$status" -eq "$wanted" ] || {
		cat "$dir/err" >&2
		fail "exit $status instead of $wanted: $*"
	}
}

# out_has TEXT, err_has TEXT: in the output of the last expect
out_has() {
	grep -qF -- "$1" "$dir/out" || {
		cat "$dir/out" >&2
		fail "no '$1' on standard output"
	}
}

err_has() {
	grep -qF -- "$1" "$dir/err" || {
		cat "$dir/err" >&2
		fail "no '$1' on standard error"
	}
}

# run_null ARGUMENT...: a run that takes next to no time
run_null() {
	"$CBENCH" run -s null:on -a null-hash --sizes 64 --launches 2 --samples 2 "$@"
}

# one_complaint: standard error of the last expect is one line of cbench
one_complaint() {
	[ "$(wc -l <"$dir/err")" -eq 1 ] || fail "not one line: $(cat "$dir/err")"
	grep -q '^cbench: ' "$dir/err" || fail "not from cbench: $(cat "$dir/err")"
}
