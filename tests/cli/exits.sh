#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves the exit statuses that need no failing backend (those are with the test backends).
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

expect 0 run_null
expect 0 "$CBENCH" list
expect 0 "$CBENCH" info
expect 2 "$CBENCH" run -s no-such-backend
expect 2 "$CBENCH" run --worker "$dir/no-worker" -s null
err_has 'no-worker'

# nothing to measure: an error only where something was asked for by name
mkdir "$dir/empty"
expect 77 env CB_BACKEND_PATH="$dir/empty" "$CBENCH" run
expect 2 env CB_BACKEND_PATH="$dir/empty" "$CBENCH" run -s openssl

# unsupported is an answer, ...
if "$CBENCH" run -s libsodium:on -a rc4 --sizes 64 --launches 1 --samples 1 >"$dir/out" 2>&1; then
	out_has 'unsupported (-) by libsodium'
fi

# ... a budget that is spent before anything was measured is a mistake
printf '#!/bin/sh\nsleep 0.3\nexec "$@"\n' >"$dir/slowly"
chmod +x "$dir/slowly"
expect 2 "$CBENCH" run --launcher "$dir/slowly" -s null:on -a null-hash --sizes 64 --budget 0.1
one_complaint
err_has 'nothing was measured within the budget of 0.1 s; --budget '
out_has 'NOT COMPLETE'

# order on the command line does not matter: modes are known before subjects are added
expect 0 "$CBENCH" run -s null --accel on -a null-hash --sizes 64 --launches 2 --samples 2 \
	--format csv
[ "$(grep -c '^null/' "$dir/out")" -eq 1 ] || fail '--accel after -s was not heeded'
