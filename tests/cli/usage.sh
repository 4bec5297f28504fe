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

refuse '"nonsense"' nonsense
refuse 'did you mean "report"?' reprot
refuse '"--nonsense"' run --nonsense
refuse 'did you mean "--algorithms"?' run --algoritms md5
refuse '"--formt=csv" is no option here; did you mean "--format"?' run --formt=csv
refuse 'did you mean "bulk-transfer"?' advise -p bulk-transfr
refuse '"-Z"' run -Z
refuse '"--format" needs' run --format
refuse '"-s" needs' run -s
refuse '"--quiet=1"' run --quiet=1
refuse 'not "xml"' run --format xml
refuse 'not "sun"' run --time sun
refuse 'not "mean"' run --statistic mean
refuse 'not "bogo"' run --unit bogo
refuse 'sideways' run -s null --variant sideways
refuse 'not "maybe"' run --color maybe
refuse '"operand"' run operand
refuse 'not "speed"' list --format speed
refuse 'not "csv"' info --format csv
refuse 'no-such-backend' run -s no-such-backend
refuse 'no-such-algorithm' run -s null -a no-such-algorithm
refuse 'no-such-algorithm' list -a no-such-algorithm
refuse 'many' run -s null --launches many
refuse '' run -s null --sizes 16,x
refuse 'not "wide"' run -s null --width wide
refuse 'not "-1"' list --width=-1
refuse '' run -s null:sideways
refuse 'missing-backend.so' run --backend "$dir/missing-backend.so"

# an ending that is no format's
refuse '.txt, .json, .csv, .md' run -s null -o "$dir/r.xyz"
refuse '"' list -o "$dir/r.xyz"
refuse '.txt, .json' info -o "$dir/r.csv"
[ ! -e "$dir/r.xyz" ] || fail 'a file was begun'

# what is no library is named first, and what would be one is said
if "$CBENCH" run -s openssl:on -a sha256 --sizes 64 --launches 1 --samples 1 \
	-o "$dir/found.json" >/dev/null 2>&1; then
	echo nothing >"$dir/library"
	refuse "\"$dir/library\" cannot be measured: " run -s "openssl:on=$dir/library" -a sha256
	err_has 'name the file of a shared library'
	file=$(sed -n 's/.*"file": "\([^"]*libcrypto[^"]*\)".*/\1/p' "$dir/found.json" | head -n 1)
	if [ -n "$file" ]; then
		head -c 100000 "$file" >"$dir/cut.so"
		refuse "library \"$dir/cut.so\": " run -s "openssl:on=$dir/cut.so" -a sha256
		err_has 'loading it '
	fi
	mkdir "$dir/unpacked"
	refuse "\"$dir/unpacked\" cannot be measured: " run -s "openssl:on=$dir/unpacked" -a sha256
	err_has 'name the file of a shared library'
	refuse 'missing' run -s "openssl:on=$dir/missing" -a sha256
fi
