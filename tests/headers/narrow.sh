#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Where size_t and long have 32 bits, no source loses a part of a number or warns of anything else.
# The commands of a build are repeated for such a machine, up to where a C library for it would be
# needed: narrow.sh ROOT BUILD CC
set -eu
root=$1 build=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Of what the system's headers hold for both widths, this alone comes with the other C library.
mkdir "$work/gnu"
: >"$work/gnu/stubs-32.h"
# Asked for the other width, a compiler looks in other directories.
system=$("$compiler" -xc -E -v /dev/null 2>&1 >/dev/null |
	sed -n '/^#include <...>/,/^End of search/s/^ \(.*\)/-isystem \1/p' | tr '\n' ' ')
narrow="-m32 -fsyntax-only -Werror -idirafter $work $system"

printf '#include <stdio.h>\nstatic char narrow[sizeof(void *) == 4 ? 1 : -1];\nextern int x[sizeof narrow];\n' \
	>"$work/empty.c"
# shellcheck disable=SC2086 # several flags
if ! "$compiler" $narrow "$work/empty.c" 2>/dev/null; then
	echo "narrow: skipped: $compiler knows no machine with 32 bits beside its own"
	exit 77
fi

# Of the library, cbench and the worker: what is in $root. A sanitizer need not know the machine.
sed -n 's/^ *"command": "\(.*\)",$/\1/p' "$build/compile_commands.json" | sed 's/\\"/"/g; s/\\\\/\\/g' |
	grep -E " -c $root/(libcb|cli)/" | sed -E "s, -M[DTF]( [^ -][^ ]*)?,,g
		s, (-fsanitize|--coverage)[^ ]*,,g
		s, -o [^ ]* -c (.*), $narrow -c \\1 || exit 1," >"$work/commands"
count=$(wc -l <"$work/commands")
[ "$count" -gt 0 ] || { echo "narrow: no commands in $build/compile_commands.json"; exit 1; }
(cd "$build" && sh "$work/commands")
# And none takes a directory for empty that has numbers of more bits.
cat >"$work/wide.c" <<'END'
#include <dirent.h>
#include <sys/types.h>
_Static_assert(sizeof(off_t) == 8 && sizeof(ino_t) == 8, "_FILE_OFFSET_BITS is 64");
END
sed "s, -c [^ ]* , -c $work/wide.c ," "$work/commands" | sort -u >"$work/wide"
(cd "$build" && sh "$work/wide")
echo "narrow: $count sources compile for 32 bits"
