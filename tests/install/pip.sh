#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the Python package with pip, without an index, into a fresh environment, by way of the
# source archive; moves the package and uses it there.
# usage: pip.sh CMAKE BUILD GENERATOR COMPILER [PYTHON] (BUILD is kept, so that it is built once)
set -eu
# shellcheck source=tests/install/common.sh
. "$(dirname "$0")/common.sh"
build=$2 compiler=$4 python=${5:-python3}
CMAKE_GENERATOR=$3 CMAKE_BUILD_TYPE=Debug CC=$compiler
PATH=$(dirname "$1"):$PATH
export CMAKE_GENERATOR CMAKE_BUILD_TYPE CC PATH
need "$python" swig

"$python" -m venv --system-site-packages "$scratch/try" >/dev/null 2>&1 ||
	skip "$python makes no environments (Debian: python3-venv)"
"$python" -m venv "$scratch/env"
pip() {
	"$scratch/env/bin/python" -m pip --disable-pip-version-check --no-input "$@"
}

(cd "$root/bindings/python" && quietly "$python" -B -c \
	'import cb_build, sys; cb_build.build_sdist(sys.argv[1])' "$scratch")
tar -xzf "$scratch"/libcb-*.tar.gz -C "$scratch"
source=$(find "$scratch" -maxdepth 1 -type d -name 'libcb-*')
for left_out in .git build; do
	[ ! -e "$source/$left_out" ] || fail "the source archive holds $left_out"
done
# One path, as CMake remembers where it built from.
rm -rf "$build.source"
mv "$source" "$build.source"
cd "$scratch"
quietly pip install --no-index --config-settings=build-dir="$build" "$build.source"
rm -rf "$build.source"
quietly env/bin/python -B "$here/use.py" "$scratch/env"
[ "$(pip show libcb | sed -n 's/^Version: //p')" = "$(env/bin/python -c \
	'import libcb; print(libcb.__version__)')" ] || fail "the versions of package and library differ"
say "pip installs from a source archive, without an index, what measures"

packages=$(dirname "$(dirname "$(find env -path '*/libcb/__init__.py')")")
mkdir "$scratch/moved"
mv "$packages/libcb" "$scratch/moved"
PYTHONPATH=$scratch/moved quietly env/bin/python -B "$here/use.py" "$scratch/moved"
mv "$scratch/moved/libcb" "$packages"
quietly pip uninstall --yes libcb
[ -z "$(find env -path '*libcb*')" ] || fail "pip leaves $(find env -path '*libcb*')"
say "the package can be moved, and removed without a trace"
