#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that what later versions bring is refused with 2, and is not taken for something else.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

for command in import; do
	expect 2 "$CBENCH" $command
	one_complaint
	err_has "\"$command\" is not available in this version"
	expect 2 "$CBENCH" $command --help
	expect 2 "$CBENCH" help $command
	one_complaint
done
