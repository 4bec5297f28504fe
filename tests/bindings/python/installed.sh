#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that an installed package works without the build tree, also after its prefix was moved:
# installed.sh CMAKE BUILD PYTHON
set -eu
cmake=$1 build=$2 python=$3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

"$cmake" --install "$build" --prefix "$dir/first" >"$dir/log" 2>&1 || {
	cat "$dir/log"
	exit 1
}
mv "$dir/first" "$dir/second"
package=$(find "$dir/second" -name libcb -path '*-packages/*' -type d)
[ -n "$package" ] || {
	echo "no package libcb below $dir/second"
	exit 1
}
for file in __init__.py native.pyi _calls.pyi py.typed; do
	[ -f "$package/$file" ] || {
		echo "$file was not installed"
		exit 1
	}
done

cd "$dir"
unset CB_BACKEND_PATH CB_WORKER LD_LIBRARY_PATH
PYTHONPATH=$(dirname "$package") "$python" -B -c '
import sys
import libcb

assert libcb.__file__.startswith(sys.argv[1]), libcb.__file__
context = libcb.Context()
assert context.worker.startswith(sys.argv[1]), context.worker
results = libcb.run(algorithms=["aes-256-gcm"], accel=["on", "off"], sizes=[16384], launches=1,
                    samples=1, budget=20)
assert results.find(outcome="measured"), results
print(results.table())
' "$dir/second"
