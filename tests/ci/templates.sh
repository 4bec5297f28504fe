#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that the templates are sound: they name options that there are, their variables become
# options, and what is YAML can be read.
# shellcheck source=tests/ci/common.sh
. "$(dirname "$0")/common.sh"
templates=$root/ci/templates

# --- variables
: >"$dir/old.so"
: >"$dir/new.so"
echo 0 >"$dir/codes"
GATE_BASE="$dir/old.so" GATE_HEAD="$dir/new.so" GATE_BACKEND=mbedtls GATE_CONFIG='my gate.conf' \
	GATE_BUDGET=60 GATE_ARGS='-a sha* --ops digest' GATE_OUT="$dir/reports" CBENCH="$fake" \
	GATE_ON_INCONCLUSIVE=fail expect 0 "$templates/gate-env.sh"
call_has --base "mbedtls=$dir/old.so" --head "mbedtls=$dir/new.so"
call_has --config 'my gate.conf' --budget 60 -a 'sha*' --ops digest
file_has "$dir/reports/gate.json" 'report 1'
rm -f "$dir/calls"
GATE_BASE_DEB="" GATE_BASE=openssl GATE_HEAD="$dir/new.so" CBENCH="$fake" \
	expect 0 "$templates/gate-env.sh"
call_lacks --config
CBENCH="$fake" expect 2 "$templates/gate-env.sh"
err_has 'no base side'
GATE_BASE_PREFIX=/usr GATE_HEAD=openssl CBENCH="$fake" expect 2 "$templates/gate-env.sh"
err_has 'go together'
GATE_BASE_DEB=none.deb GATE_HEAD_DEB=other.deb CBENCH="$fake" expect 2 "$templates/gate-env.sh"
err_has 'no package "none.deb"'

# --- every variable that a template sets is one that is read
names=$(grep -ho 'GATE_[A-Z_]*[A-Z]' "$templates/gitlab.yml" "$templates/github/action.yml" | sort -u)
for name in $names; do
	grep -q "{$name:-}" "$templates/gate-env.sh" || fail "gate-env.sh does not know $name"
done

# --- options of cbench gate that the script and the templates name
expect 0 "$CBENCH" gate --help
for option in --base --head --json --junit --markdown --codequality --openmetrics --github \
	--config --budget --sizes --algorithms; do
	grep -q -- "$option\\b" "$dir/out" || fail "cbench gate has no option $option"
done

# --- YAML
if python3 -c 'import yaml' 2>/dev/null; then
	for file in "$templates/gitlab.yml" "$templates/github/action.yml"; do
		python3 -c 'import sys, yaml; yaml.safe_load(open(sys.argv[1]))' "$file" || fail "$file cannot be read"
	done
	python3 - "$templates/github/action.yml" <<-'END' || fail 'an input of the action is not used, or not there'
		import re, sys, yaml
		text = open(sys.argv[1]).read()
		sys.exit(set(re.findall(r"inputs\.([a-z-]+)", text)) != set(yaml.safe_load(text)["inputs"]))
	END
fi

# --- the project for CTest
if command -v cmake >/dev/null 2>&1 && command -v ctest >/dev/null 2>&1; then
	echo 77 >"$dir/codes"
	rm -f "$dir/calls"
	expect 0 cmake -S "$templates/ctest" -B "$dir/build" -DCBENCH="$fake" \
		-DGATE_BASE="$dir/old.so" -DGATE_HEAD="$dir/new.so"
	expect 0 ctest --test-dir "$dir/build"
	out_has Skipped
	call_has gate --base "openssl=$dir/old.so" --head "openssl=$dir/new.so"
	# A gate that was asked for is there, or the project is not.
	expect 1 cmake -S "$templates/ctest" -B "$dir/lacking" -DCBENCH=CBENCH-NOTFOUND \
		-DGATE_BASE="$dir/old.so" -DGATE_HEAD="$dir/new.so"
	err_has 'CBENCH is "CBENCH-NOTFOUND"'
	expect 1 cmake -S "$templates/ctest" -B "$dir/lacking" -DCBENCH="$fake" -DGATE_BASE="$dir/old.so" -DGATE_HEAD=
	err_has 'GATE_HEAD is ""'
	expect 0 cmake -S "$templates/ctest" -B "$dir/none" -DCBENCH="$fake"
	out_has 'No gate'
	echo 1 >"$dir/codes"
	rm -f "$dir/calls"
	expect 8 ctest --test-dir "$dir/build"
	printf '3\n0\n' >"$dir/codes"
	rm -f "$dir/calls"
	expect 0 ctest --test-dir "$dir/build"
	calls 2
	printf '3\n3\n' >"$dir/codes"
	rm -f "$dir/calls"
	expect 0 ctest --test-dir "$dir/build" --verbose
	calls 2
	out_has 'no judgement after two attempts'
fi
