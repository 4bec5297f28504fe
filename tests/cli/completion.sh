#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves what bash is told to complete, as its line editor asks: words that it cuts at colons, lists,
# subjects, files.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

command -v bash >/dev/null 2>&1 || skip 'there is no bash'
mkdir "$dir/bin" "$dir/files"
ln -s "$CBENCH" "$dir/bin/cbench"
touch "$dir/files/libcrypto.so.3"
PATH=$dir/bin:$PATH
export PATH
"$CBENCH" completion bash >"$dir/cbench.bash"

# The editor replaces what comes after the last of COMP_WORDBREAKS, and COMP_CWORD counts what is
# between them; here only whether it is 1 matters.
cat >"$dir/ask.bash" <<'END'
COMP_WORDBREAKS=$1
compopt() { :; }
. "$2"
COMP_LINE=$3
COMP_POINT=${#COMP_LINE}
read -r -a COMP_WORDS <<<"$COMP_LINE"
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
case $COMP_LINE in *' ') COMP_CWORD=$((COMP_CWORD + 1)) ;; esac
_cbench cbench
printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' '
END

all=$(printf ' \t\n"'"'"'@><=;|&(:')
few=$(printf ' \t\n"'"'"'><;|&(')

# completes LINE REPLIES, with the usual word breaks or those in $breaks
completes() {
	shown=$(cd "$dir/files" && bash "$dir/ask.bash" "${breaks:-$all}" "$dir/cbench.bash" "$1")
	[ "$shown" = "$2 " ] || fail "'$1' is completed by '$shown' instead of '$2 '"
}

completes 'cbench ru' 'run'
completes 'cbench help l' 'list'
completes 'cbench run --fo' '--format'
completes 'cbench run --prov' '--prove'
completes 'cbench prove --req' '--require'
completes 'cbench prove -a aes-256-g' 'aes-256-gcm'
completes 'cbench run --format m' 'markdown'
completes 'cbench run --format=m' 'markdown'
completes 'cbench list --format s' ''
completes 'cbench run --accel ' 'nocrypto off on'
completes 'cbench run --accel on,no' 'on,nocrypto'
completes 'cbench run --ops sea' 'seal'
completes 'cbench run --variant message,fr' 'message,fresh'
completes 'cbench run -a aes-256-g' 'aes-256-gcm'
completes 'cbench run -a sha256,aes-256-g' 'sha256,aes-256-gcm'
completes 'cbench run --algorithms=sha256,aes-256-g' 'sha256,aes-256-gcm'
completes 'cbench run -s nul' 'null null:nocrypto null:off null:on'
completes 'cbench run -s null:o' 'off on'
completes 'cbench run -s mine@nul' 'null null:nocrypto null:off null:on'
completes 'cbench run -s mine@null:on=libc' 'libcrypto.so.3'
completes 'cbench compare libc' 'libcrypto.so.3'
completes 'cbench advise -p vpn' 'vpn-1420'
completes 'cbench advise --accel no' 'nocrypto'
completes 'cbench compare --fo' '--format'
completes 'cbench report libc' 'libcrypto.so.3'
completes 'cbench report --ti' '--title'
breaks=$few
completes 'cbench run -s null:o' 'null:off null:on'
completes 'cbench run -s mine@null:no' 'mine@null:nocrypto'
completes 'cbench run --format=m' '--format=markdown'
