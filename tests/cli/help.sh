#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that help is the same everywhere and names every option.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

expect 0 "$CBENCH" --help
out_has 'usage: cbench COMMAND'
cp "$dir/out" "$dir/general"
expect 0 "$CBENCH" -h
cmp "$dir/out" "$dir/general"
expect 0 "$CBENCH" help
cmp "$dir/out" "$dir/general"
expect 2 "$CBENCH"
cmp "$dir/err" "$dir/general"

for command in run prove advise list info; do
	grep -q "^  $command " "$dir/general" || fail "$command is not in the help"
	expect 0 "$CBENCH" "$command" --help
	out_has "usage: cbench $command"
	cp "$dir/out" "$dir/$command"
	expect 0 "$CBENCH" "$command" -h
	cmp "$dir/out" "$dir/$command"
	expect 0 "$CBENCH" help "$command"
	cmp "$dir/out" "$dir/$command"
	long=$(awk 'length > 80' "$dir/$command")
	[ -z "$long" ] || fail "wider than 80 columns: $long"
done

for option in subject accel algorithms ops sizes launches samples seed budget precision backend \
	time statistic unit threads processes load variant format output no-samples color width worker launcher quiet help; do
	grep -q -- "--$option" "$dir/run" || fail "--$option is not in the help of run"
	[ "$(grep -c -- "^  .*--$option\\( \\|\$\\)" "$dir/run")" -eq 1 ] ||
		fail "--$option is not there once"
done

grep -q 'not in this version' "$dir/run" && fail 'an option that is not there yet is offered'

expect 0 "$CBENCH" --version
out_has 'cbench '
expect 2 "$CBENCH" help nothing
one_complaint
