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

# order on the command line does not matter: modes are known before subjects are added
expect 0 "$CBENCH" run -s null --accel on -a null-hash --sizes 64 --launches 2 --samples 2 \
	--format csv
[ "$(grep -c '^null/' "$dir/out")" -eq 1 ] || fail '--accel after -s was not heeded'
