#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that the checks can fail: each one accepts a small sound tree and complains, with the words
# expected, about a tree with one fault: selftest.sh
set -eu
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tree=$scratch/tree
faults=0
passed=0
skipped=0

spdx='/* SPDX-License-Identifier: Apache-2.0 */'

put() {
	mkdir -p "$tree/$(dirname "$1")"
	cat >"$tree/$1"
}

# Long enough that the prototype takes two lines.
parameters='int first_parameter, int second_parameter, int third_parameter, int fourth_one,'

# A tree that every check accepts.
make_sound_tree() {
	rm -rf "$tree"
	mkdir -p "$tree/libcb/worker" "$tree/libcb/format" "$tree/cli" "$tree/ci" "$tree/.ci"
	cp "$here/../.clang-format" "$tree/" 2>/dev/null || :
	put ci/layers.txt <<-'END'
		layer low
		layer high main
		deny low : jansson.h
		library one one/
	END
	printf 'getenv library high\nprintf library\nfopen format\nstrcpy all\n' | put ci/banned.txt
	printf 'none so far\n' | put ci/stems.txt
	printf '#!/bin/sh\n# SPDX-License-Identifier: Apache-2.0\ntrue\n' | put start
	printf '#!/bin/sh\n# SPDX-License-Identifier: Apache-2.0\ntrue\n' | put .ci/run
	printf '%s\nint cb__low(void);\n' "$spdx" | put libcb/src/low.h
	printf '%s\n#include "low.h"\n\n/* printf(1) { */\nint cb__low(void)\n{\n\treturn '"'{'"';\n}\n' \
		"$spdx" | put libcb/src/low.c
	printf '%s\nint cb__high(void);\n' "$spdx" | put libcb/src/high.h
	printf '%s\n#include "high.h"\n#include "low.h"\n\nint cb__high(void)\n{\n\treturn cb__low();\n}\n' \
		"$spdx" | put libcb/src/high.c
	printf '%s\n#include "high.h"\n' "$spdx" | put libcb/worker/main.c
	printf '%s\nint test_low;\n' "$spdx" | put tests/unit/test_low.c
	printf '%s\nint test_high;\n' "$spdx" | put tests/unit/test_high.c
	printf '%s\n#define CB_API\nCB_API int cb_one(\n\t%s int b);\nCB_API extern const int cb_two;\n' \
		"$spdx" "$parameters" | put libcb/include/cb/cb.h
	printf '%s\n#include <cb/backend.h>\n#include <one/api.h>\n' "$spdx" | put backends/one/backend.c
}

# expect STATUS CHECK NAME [TEXT]: runs the check and compares its exit status and output.
expect() {
	wanted=$1 check=$2 name=$3 text=${4:-}
	got=0
	# shellcheck disable=SC2086 # several arguments
	"$here/$check.sh" ${arguments:-$tree} >"$scratch/output" 2>&1 || got=$?
	if [ "$got" -eq 77 ]; then
		skipped=$((skipped + 1))
	elif [ "$wanted" -eq 0 ] && [ "$got" -eq 0 ]; then
		passed=$((passed + 1))
	elif [ "$wanted" -ne 0 ] && [ "$got" -ne 0 ] && grep -q -- "$text" "$scratch/output"; then
		passed=$((passed + 1))
	else
		faults=$((faults + 1))
		echo "$check: $name: exit status $got"
		sed 's/^/    /' "$scratch/output"
	fi
}

accepts() {
	make_sound_tree
	expect 0 "$1" "the sound tree"
}

# complains CHECK NAME TEXT: the fault has been made; the tree is sound again afterwards.
complains() {
	expect 1 "$@"
	make_sound_tree
}

repeat() {
	awk -v count="$1" -v text="$2" 'BEGIN { for (i = 0; i < count; i++) print text }'
}

test_format() {
	accepts format
	printf '%s\nint  a ;\n' "$spdx" | put cli/bad.c
	complains format "blanks" "bad.c"
}

test_layers() {
	accepts layers
	printf '#include "high.h"\n' | put libcb/src/low.c
	complains layers "upwards" '"high.h" is above low'
	printf 'layer low\nlayer high main part_*\n' | put ci/layers.txt
	printf '#include "low.h"\n' | put libcb/src/part_one.c
	expect 0 layers "parts listed by a pattern"
	printf '#include "part_one.h"\n' | put libcb/src/low.c
	complains layers "upwards to a part" '"part_one.h" is above low'
	printf 'int a;\n' | put libcb/src/extra.c
	complains layers "unlisted file" "extra.c: in no row"
	rm "$tree/libcb/src/low.c" "$tree/libcb/src/low.h"
	complains layers "stale row" 'no file for "low"'
	printf '#include <jansson.h>\n' | put libcb/src/low.c
	complains layers "denied header" "low must not know jansson.h"
	printf '#include <one/api.h>\n' | put libcb/src/high.c
	complains layers "crypto in the core" "only the backend one"
	printf '#include <one/api.h>\n' | put backends/two/backend.c
	complains layers "another backend's library" "only the backend one"
	printf '#include <cb/plan.h>\n' | put backends/one/backend.c
	complains layers "backend that knows plans" "cb/backend.h only"
	printf '#include "../libcb/src/low.h"\n' | put cli/main.c
	complains layers "client that looks inside" "leaves its directory"
	printf '#include <cb/backend.h>\n' | put cli/main.c
	complains layers "client of the backend interface" "only backends include"
	printf '#include "low.h"\n' | put libcb/include/cb/bad.h
	complains layers "private header in a public one" "a public header includes"
	printf '#include <jansson.h>\n' | put libcb/include/cb/bad.h
	complains layers "public header with a dependency" "must not need jansson.h"
	printf '#include <libconfig.h>\n' | put libcb/include/cb/bad.h
	complains layers "public header with another one" "must not need libconfig.h"
	printf '#include <cb/plan.h>\n#include "text.h"\n#include "lent.h"\n' | put libcb/format/text.c
	printf 'above libcb/format lent.h\n' | cat "$tree/ci/layers.txt" - | put ci/layers.txt
	printf 'int a;\n' | put libcb/format/text.h
	expect 0 layers "what is above sees public, own and lent headers"
	printf '#include "low.h"\n' | put libcb/format/text.c
	complains layers "above, and looks inside" '"low.h" is no header of libcb/format'
}

test_length() {
	accepts length
	{ printf 'int a(void)\n{\n'; repeat 58 '	/* { */'; printf '}\n'; } | put cli/just.c
	expect 0 length "60 lines"
	{ printf 'int a(void)\n{\n'; repeat 59 "	b('{', \"\\\\\"{\");"; printf '}\n'; } | put cli/long.c
	complains length "61 lines" "long.c:2: function of 61 lines"
	repeat 601 'int a;' | put cli/long.c
	complains length "long file" "long.c: 601 lines"
	{ printf 'static const int a[] = {\n'; repeat 100 '	1,'; printf '};\n'; } | put cli/table.c
	expect 0 length "a table is no function"
	repeat 700 'ROW(a)' | put libcb/src/low.def
	expect 0 length "a .def file may be long"
}

test_banned() {
	accepts banned
	printf 'int a(void)\n{\n\treturn getenv ("x") != 0;\n}\n' | put libcb/src/low.c
	complains banned "getenv" "low.c:3: getenv is banned"
	printf 'int a(void)\n{\n\treturn getenv("x") != 0;\n}\n' | put libcb/src/high.c
	expect 0 banned "getenv in a file that may"
	printf 'void a(void)\n{\n\tprintf("x");\n}\n' | put cli/main.c
	expect 0 banned "printf in the client"
	printf 'void a(void)\n{\n\tb->strcpy(1); /* strcpy(2) */\n}\n' | put cli/main.c
	expect 0 banned "a member and a comment"
	printf 'void a(void)\n{\n\tb->c(1), strcpy(d, e);\n}\n' | put cli/main.c
	complains banned "strcpy in the client" "main.c:3: strcpy is banned"
	printf 'void a(void)\n{\n\tprintf("x");\n}\n' | put backends/one/hash.c
	complains banned "printf in a backend" "hash.c:3: printf is banned"
	printf 'void a(void)\n{\n\tfopen("x", "r");\n}\n' | put libcb/src/low.c
	expect 0 banned "a file in the library"
	mv "$tree/libcb/src/low.c" "$tree/libcb/format/low.c"
	complains banned "a file where texts are made" "format/low.c:3: fopen is banned"
}

test_words() {
	accepts words
	printf 'int a;\n' | put cli/main.c
	complains words "no licence" "main.c: no SPDX"
	printf '%s\n/* TO''DO: more */\n' "$spdx" | put cli/main.c
	complains words "left-over note" "main.c:2:"
	printf '# See /ho''me/somebody/notes\n' | put NOTES.md
	complains words "path of one machine" "NOTES.md:1:"
	printf 'blank \n' | put NOTES.md
	complains words "trailing blank" "NOTES.md:1:"
}

test_stems() {
	accepts stems
	rm "$tree/tests/unit/test_low.c"
	complains stems "no test" "no tests/unit/test_low.c"
	rm "$tree/libcb/src/low.c"
	complains stems "no source" "there is no low.c in libcb/src"
}

test_scripts() {
	accepts scripts
	# shellcheck disable=SC2016 # the fault is in the script that is written
	printf '#!/bin/sh\nrm $1\n' | put cli/bad.sh
	complains scripts "unquoted variable" "SC2086"
}

test_check() {
	accepts check
	printf 'int a;\n' | put cli/main.c
	complains check "no licence" "failed: words"
}

# Builds a library, or a module, of the lines given.
build_library() {
	printf '%s\n' "$@" >"$scratch/code.c"
	cc -shared -fPIC -o "$scratch/library.so" "$scratch/code.c"
}

build_module() {
	mkdir -p "$scratch/modules"
	printf '%s\n' "$@" >"$scratch/code.c"
	cc -shared -fPIC -o "$scratch/modules/one.so" "$scratch/code.c"
}

test_exports() {
	make_sound_tree
	if [ "$(uname)" != Linux ] || ! command -v nm >/dev/null || ! command -v cc >/dev/null; then
		skipped=$((skipped + 1))
		return
	fi
	arguments="$tree $scratch/library.so $scratch/modules"
	one='int cb_one(int a, int b) { return a + b; }'
	two='const int cb_two = 2;'
	build_module 'const int cb_backend_v1 = 1;'
	build_library "$one" "$two"
	expect 0 exports "what is declared"
	build_library "$one" "$two" 'int cb__inside(void) { return 0; }'
	complains exports "more than declared" "cb__inside: exported, but"
	build_library "$one"
	complains exports "less than declared" "cb_two: declared CB_API, but"
	build_library "$one" "$two"
	build_module 'const int cb_backend_v1 = 1; int helper(void) { return 0; }'
	complains exports "a module with two symbols" "exports cb_backend_v1 helper"
	arguments=
}

arguments=
for check in banned check exports format layers length scripts stems words; do
	"test_$check"
done
echo "selftest: $passed expectations met, $faults not, $skipped skipped"
[ "$faults" -eq 0 ]
