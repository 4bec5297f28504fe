#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that info shows the machine and the parts of libcb.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

expect 0 "$CBENCH" info
out_has 'libcb '
out_has 'worker: '
out_has '  null: '
out_has 'cpu:'
expect 0 "$CBENCH" info --format json -o "$dir/info.json"

# who uses the machine is nobody's business
host=$(uname -n)
case $host in
localhost | '') ;;
*) grep -qwF -- "$host" "$dir/info.json" && fail "the host name is in it" ;;
esac

# --- variables that libraries read and are not given
! grep -q withheld "$dir/info.json" || fail 'a variable that is not set'
OPENSSL_ia32cap=0
export OPENSSL_ia32cap
expect 0 "$CBENCH" info
out_has 'OPENSSL_ia32cap: set here, and given to no library'
expect 0 "$CBENCH" run -s null:on -a sha256 --sizes 64 --launches 1 --samples 1
out_has 'OPENSSL_ia32cap: set here, and given to no library'
unset OPENSSL_ia32cap

command -v python3 >/dev/null 2>&1 || exit 0
python3 - "$dir/info.json" <<'END'
import json
import sys

document = json.load(open(sys.argv[1]))
assert document["schema"] == "libcb.info/1"
assert any(backend["name"] == "null" for backend in document["backends"])
assert isinstance(document["environment"]["cpu"], dict)
END
