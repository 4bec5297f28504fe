#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that advice on a document is what it always was in every format, that its exit status says
# whether there is any, and that a short run ends in advice.
# With UPDATE=1 the golden files are written instead.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

cd "$here/golden"
results=advise-results.json

# same GOLDEN ARGUMENT...
same() {
	golden=$1
	shift
	expect 0 "$CBENCH" advise "$@" "$results"
	if [ "${UPDATE:-0}" = 1 ]; then
		cp "$dir/out" "$golden"
	else
		diff -u "$golden" "$dir/out" || fail "$* differs from $golden"
	fi
}

# refuse TEXT ARGUMENT...
refuse() {
	text=$1
	shift
	expect 2 "$CBENCH" advise "$@"
	one_complaint
	err_has "$text"
	[ ! -s "$dir/out" ] || fail "something on standard output: $*"
}

same advise.txt -p bulk-transfer --width 100
same advise-nocrypto.txt -p bulk-transfer --accel nocrypto --width 100
same advise-server.txt -p tls13-server --width 80
same advise-all.txt --width 100
same advise.md -p bulk-transfer --format markdown
same advise-all.md --format markdown
same advise.json -p jwt-verify --format json

# the headline and the ranking, and no more
expect 0 "$CBENCH" advise -q -p bulk-transfer "$results"
[ "$(wc -l <"$dir/out")" -eq 11 ] || fail 'quiet is not the headline and the ranking'

# a profile of one's own, and one that nobody can follow
cat >"$dir/own.cfg" <<'END'
choices = [ "aes-256-gcm", "chacha20-poly1305" ];
work = ( { algorithm = "choice"; operation = "seal"; size = 4096; } );
END
expect 0 "$CBENCH" advise -q -p "$dir/own.cfg" "$results"
out_has 'For own on Example CPU 2: OpenSSL 3.0.19 with AES-256-GCM'
echo 'speed = 1;' >"$dir/own.cfg"
refuse 'own.cfg:1: no setting "speed"' -p "$dir/own.cfg" "$results"

# nothing to recommend is no success
expect 5 "$CBENCH" advise -p disk-sectors "$results"
out_has 'measure first'
out_has 'measure first with: cbench advise -p disk-sectors'
! grep -q 'cbench run' "$dir/out" || fail 'more than one command'
expect 5 "$CBENCH" advise -p disk-sectors --format json "$results"
out_has 'cbench run -s openssl:on -a aes-128-xts --ops encrypt,decrypt --sizes 4096'

# the file of -o gets its format, and the table is shown as well
expect 0 "$CBENCH" advise -p bulk-transfer -o "$dir/advice.json" --width 100 "$results"
diff -u advise.txt "$dir/out"
grep -q '"schema": "libcb.advice/1"' "$dir/advice.json" || fail 'no document'

refuse 'no profile "web"' -p web "$results"
refuse 'no-such.json' "$dir/no-such.json"
refuse 'leave out --budget' --budget 5 "$results"
refuse 'leave out -s' -s openssl "$results"
refuse 'leave out --results' --results "$dir/r.json" "$results"
refuse 'one profile is measured at a time' -p all
refuse '"--algorithms" is no option here' --algorithms md5

"$CBENCH" list --format csv 2>/dev/null | grep -q '^openssl,' || exit 0
cat >"$dir/short.cfg" <<'END'
unit = "block";
bytes = 256;
choices = [ "aes-128-gcm", "chacha20-poly1305" ];
work = ( { algorithm = "choice"; operation = "seal"; size = 256; } );
END
expect 0 "$CBENCH" advise -s openssl:on -p "$dir/short.cfg" --launches 1 --samples 1 \
	--results "$dir/measured.json"
out_has 'For short on '
out_has 'OpenSSL '
# what was measured gives the same advice again
expect 0 "$CBENCH" advise -q -p "$dir/short.cfg" "$dir/measured.json"
out_has 'For short on '
