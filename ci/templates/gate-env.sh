#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Calls ci/gate with what the variables GATE_... say, for pipelines whose settings are variables.
# One that is empty or not set is an option that is not given.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

# Further options first, since what comes after is put before them. Their globs are for cells, not
# for files.
set -f
# shellcheck disable=SC2086 # several options, separated by blanks
set -- ${GATE_ARGS:-}
[ -z "${GATE_BUDGET:-}" ] || set -- --budget "$GATE_BUDGET" "$@"
[ -z "${GATE_CONFIG:-}" ] || set -- --config "$GATE_CONFIG" "$@"
set -- -- "$@"
[ -z "${GATE_OUT:-}" ] || set -- --out "$GATE_OUT" "$@"
[ -z "${GATE_ON_INCONCLUSIVE:-}" ] || set -- --on-inconclusive "$GATE_ON_INCONCLUSIVE" "$@"
[ -z "${GATE_BACKEND:-}" ] || set -- --backend "$GATE_BACKEND" "$@"
[ -z "${GATE_HEAD_PREFIX:-}" ] || set -- --head-prefix "$GATE_HEAD_PREFIX" "$@"
[ -z "${GATE_BASE_PREFIX:-}" ] || set -- --base-prefix "$GATE_BASE_PREFIX" "$@"
[ -z "${GATE_HEAD_DEB:-}" ] || set -- --head-deb "$GATE_HEAD_DEB" "$@"
[ -z "${GATE_BASE_DEB:-}" ] || set -- --base-deb "$GATE_BASE_DEB" "$@"
[ -z "${GATE_HEAD:-}" ] || set -- --head "$GATE_HEAD" "$@"
[ -z "${GATE_BASE:-}" ] || set -- --base "$GATE_BASE" "$@"
exec "$here/../gate" "$@"
