# SPDX-License-Identifier: Apache-2.0
"""Builds the wheel: PEP 517 with CMake and the standard library alone, so that no index is asked.

The wheel holds everything: libcb is linked into the extension module, the worker and the backends
lie beside it. It depends on the crypto libraries of the machine it was built on.

pip's --config-settings: build-dir=DIR keeps the build there, cmake-args=ARGS are passed on.
"""

import base64
import hashlib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile

_ROOT = pathlib.Path(__file__).resolve().parents[2]
_PROJECT = (_ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
_VERSION = re.search(r"project\(libcb VERSION ([0-9.]+)", _PROJECT).group(1)
_SUMMARY = re.search(r'DESCRIPTION "([^"]+)"', _PROJECT).group(1)
_NAME = f"libcb-{_VERSION}"
_INFO = f"{_NAME}.dist-info"

# Where the parts are, seen from the root of the wheel. What libcb looks for beside itself, it finds
# beside the module that it is linked into.
_LAYOUT = [
    "-DBUILD_SHARED_LIBS=OFF",
    "-DCB_BUILD_CLI=OFF",
    "-DCB_BUILD_TESTS=OFF",
    "-DCB_LUA=OFF",
    "-DCB_PYTHON=ON",
    "-DCB_PYTHON_DIR=.",
    "-DCMAKE_INSTALL_LIBDIR=libcb",
    "-DCB_PRIVATE_DIR=parts",
    f"-DPython_EXECUTABLE={sys.executable}",
]
_COMPONENTS = ("python", "runtime", "backends")
_LEFT_OUT = re.compile(r"\.git|\.cache|build([-.].*)?|__pycache__|.*\.egg-info")


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def _tag():
    python = "cp%d%d" % sys.version_info[:2]
    abi = python + getattr(sys, "abiflags", "")
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    return f"{python}-{abi}-{platform}"


def _metadata():
    return (
        "Metadata-Version: 2.1\n"
        "Name: libcb\n"
        f"Version: {_VERSION}\n"
        f"Summary: {_SUMMARY}\n"
        "License: Apache-2.0\n"
        "Requires-Python: >=3.8\n"
        "Description-Content-Type: text/markdown\n"
        "\n" + (_ROOT / "README.md").read_text(encoding="utf-8")
    )


def _wheel():
    return f"Wheel-Version: 1.0\nGenerator: cb_build {_VERSION}\nRoot-Is-Purelib: false\nTag: {_tag()}\n"


def _info_files():
    return {
        "METADATA": _metadata().encode(),
        "WHEEL": _wheel().encode(),
        "LICENSE": (_ROOT / "LICENSE").read_bytes(),
    }


def _cmake(*arguments):
    try:
        subprocess.run(["cmake", *arguments], check=True)
    except FileNotFoundError:
        sys.exit("libcb is built with CMake 3.21 or later, which is not here: install it")


def _build(build, staging, settings):
    given = settings.get("cmake-args", [])
    words = shlex.split(given) if isinstance(given, str) else given
    jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or str(os.cpu_count() or 1)
    _cmake("-S", str(_ROOT), "-B", build, *_LAYOUT, *words)
    _cmake("--build", build, "--parallel", jobs)
    for component in _COMPONENTS:
        _cmake("--install", build, "--prefix", staging, "--strip", "--component", component)


class _Archive:
    """A zip file that keeps the record of what is in it."""

    def __init__(self, file):
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
        self._rows = []

    def _write(self, name, data, mode):
        entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        entry.external_attr = (0o100000 | mode) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self._zip.writestr(entry, data)

    def add(self, name, data, mode=0o644):
        self._write(name, data, mode)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self._rows.append(f"{name},sha256={digest},{len(data)}\n")

    def close(self):
        self._rows.append(f"{_INFO}/RECORD,,\n")
        self._write(f"{_INFO}/RECORD", "".join(self._rows).encode(), 0o644)
        self._zip.close()


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    directory = pathlib.Path(metadata_directory, _INFO)
    directory.mkdir()
    for name, data in _info_files().items():
        (directory / name).write_bytes(data)
    return _INFO


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    settings = config_settings or {}
    name = f"{_NAME}-{_tag()}.whl"
    with tempfile.TemporaryDirectory() as scratch:
        staging = pathlib.Path(scratch, "staging")
        _build(settings.get("build-dir") or os.path.join(scratch, "build"), str(staging), settings)
        archive = _Archive(os.path.join(wheel_directory, name))
        for file in sorted(staging.rglob("*")):
            if file.is_file():
                mode = 0o755 if os.access(file, os.X_OK) else 0o644
                archive.add(file.relative_to(staging).as_posix(), file.read_bytes(), mode)
        for entry, data in _info_files().items():
            archive.add(f"{_INFO}/{entry}", data)
        archive.close()
    return name


def _keep(entry):
    return None if entry.isdir() and _LEFT_OUT.fullmatch(os.path.basename(entry.name)) else entry


def build_sdist(sdist_directory, config_settings=None):
    name = f"{_NAME}.tar.gz"
    with tarfile.open(os.path.join(sdist_directory, name), "w:gz") as archive:
        for path in sorted(_ROOT.iterdir()):
            archive.add(path, f"{_NAME}/{path.name}", filter=_keep)
        with tempfile.TemporaryDirectory() as scratch:
            info = pathlib.Path(scratch, "PKG-INFO")
            info.write_text(_metadata(), encoding="utf-8")
            archive.add(info, f"{_NAME}/PKG-INFO")
    return name
