#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that colours follow the option, then NO_COLOR, then CLICOLOR_FORCE, then the terminal.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

escape=$(printf '\033')

# colored NAME=VALUE...: succeeds if a list with $option has colours
colored() {
	# shellcheck disable=SC2086
	expect 0 env TERM=xterm "$@" "$CBENCH" list $option
	grep -q "$escape" "$dir/out"
}

option=
colored A=1 && fail 'colours in a pipe'
colored CLICOLOR_FORCE=1 || fail 'CLICOLOR_FORCE is ignored'
colored FORCE_COLOR=1 || fail 'FORCE_COLOR is ignored'
colored CLICOLOR_FORCE=0 && fail 'CLICOLOR_FORCE=0 forces colours'
colored NO_COLOR=1 CLICOLOR_FORCE=1 && fail 'CLICOLOR_FORCE beats NO_COLOR'
colored NO_COLOR= CLICOLOR_FORCE=1 || fail 'an empty NO_COLOR counts'
option=--color=always
colored NO_COLOR=1 || fail 'NO_COLOR beats the option'
option=--color=never
colored CLICOLOR_FORCE=1 && fail 'CLICOLOR_FORCE beats the option'
option=--color=always
colored A=1 || fail 'no colours though asked for'

# a file never gets any
expect 0 env TERM=xterm "$CBENCH" list --color=auto -o "$dir/list"
grep -q "$escape" "$dir/list" && fail 'colours in a file'
exit 0
