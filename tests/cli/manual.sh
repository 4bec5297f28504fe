#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that the manual and the completions come from the option table and are well-formed.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

expect 0 "$CBENCH" manual
cp "$dir/out" "$dir/cbench.1"
for command in run prove advise list info; do
	"$CBENCH" "$command" --help >"$dir/help"
	grep -o -- '^  .*--[a-z-]*' "$dir/help" | sed 's/.*--//' >"$dir/options"
	[ -s "$dir/options" ] || fail "no options in the help of $command"
	while IFS= read -r option; do
		roff=$(printf '%s' "$option" | sed 's/-/\\\\-/g')
		grep -q -- "Fl ..$roff\\( \\|\$\\)" "$dir/cbench.1" ||
			fail "--$option of $command is not in the manual"
		for shell in bash zsh fish; do
			"$CBENCH" completion $shell >"$dir/completion"
			grep -q -e "--$option" -e "-l $option" "$dir/completion" ||
				fail "--$option of $command is not completed in $shell"
		done
	done <"$dir/options"
done

for section in NAME SYNOPSIS DESCRIPTION COMMANDS 'READING THE TABLE' FORMATS VARIANTS INSTRUCTIONS ENVIRONMENT 'EXIT STATUS' EXAMPLES; do
	grep -q "^\\.Sh $section\$" "$dir/cbench.1" || fail "the manual has no section $section"
done
grep -q '^\.Dl' "$dir/cbench.1" && fail 'examples that the margin may break'
for variant in message stream rekey fresh fetch inplace misalign sharedkey; do
	grep -q "^\\.It Cm $variant\$" "$dir/cbench.1" || fail "the manual lacks the variant $variant"
done
if command -v mandoc >/dev/null 2>&1; then
	mandoc -T lint -W error "$dir/cbench.1"
elif command -v groff >/dev/null 2>&1 && [ -d /usr/share/groff ]; then
	groff -mdoc -Tascii -ww "$dir/cbench.1" >/dev/null 2>"$dir/warnings" || :
	[ ! -s "$dir/warnings" ] || grep -q "can't open\\|cannot find" "$dir/warnings" ||
		fail "groff: $(cat "$dir/warnings")"
fi

for shell in bash zsh fish; do
	command -v $shell >/dev/null 2>&1 || continue
	"$CBENCH" completion $shell >"$dir/completion"
	$shell -n "$dir/completion" || fail "$shell cannot read its completion"
done
expect 2 "$CBENCH" completion csh
one_complaint
