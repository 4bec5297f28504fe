#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Starts one of the tests of this directory, where there is Python: run.sh page|browser
set -eu
command -v python3 >/dev/null 2>&1 || {
	echo "skipped, there is no python3" >&2
	exit 77
}
exec python3 -B "$(dirname "$0")/test_$1.py"
