#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that what cannot be understood ends with 2 and one line that says why.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

# refuse TEXT ARGUMENT...
refuse() {
	text=$1
	shift
	expect 2 "$CBENCH" "$@"
	one_complaint
	err_has "$text"
	[ ! -s "$dir/out" ] || fail "something on standard output: $*"
}

refuse "'nonsense'" nonsense
refuse "'--nonsense'" run --nonsense
refuse "'-Z'" run -Z
refuse "'--format' needs" run --format
refuse "'-s' needs" run -s
refuse "'--quiet=1'" run --quiet=1
refuse "not 'xml'" run --format xml
refuse "not 'sun'" run --time sun
refuse "not 'mean'" run --statistic mean
refuse "not 'maybe'" run --color maybe
refuse "'operand'" run operand
refuse "not 'speed'" list --format speed
refuse "not 'csv'" info --format csv
refuse 'no-such-backend' run -s no-such-backend
refuse 'no-such-algorithm' run -s null -a no-such-algorithm
refuse 'no-such-algorithm' list -a no-such-algorithm
refuse 'many' run -s null --launches many
refuse '' run -s null --sizes 16,x
refuse '' run -s null:sideways
refuse 'missing-backend.so' run --backend "$dir/missing-backend.so"
