#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The kernel's headers are no part of a C library: what asks the kernel to count cycles compiles
# without them, too. kernel.sh ROOT
set -eu
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

command -v musl-gcc >/dev/null || { echo 'kernel: skipped: no musl-gcc'; exit 77; }
echo '#include <linux/perf_event.h>' >"$work/kernel.c"
if musl-gcc -fsyntax-only "$work/kernel.c" 2>/dev/null; then
	echo "kernel: skipped: the kernel's headers are among those of musl"
	exit 77
fi
musl-gcc -std=c11 -Wall -Wextra -Werror -fsyntax-only -I"$root/libcb/include" -I"$root/libcb/src" \
	"$root/libcb/src/cycles.c"
