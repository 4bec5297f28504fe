# SPDX-License-Identifier: Apache-2.0
"""Prints libcb/_calls.pyi: the calls with every option that libcb's tables give them.

    PYTHONPATH=build/dev/python python3 tests/bindings/python/print_stub.py \
        >bindings/python/libcb/_calls.pyi

A test compares the file with what this prints.
"""

import inspect

from libcb import _calls

HEAD = '''\
# SPDX-License-Identifier: Apache-2.0
# Written by tests/bindings/python/print_stub.py: the options of each call are those of libcb's tables.
import os
from typing import Any, Callable, Dict, Iterable, Mapping, Optional, Tuple, Union

from ._functions import Function
from .advised import Profile
from .cells import {cells}
from ._document import Document
from .documents import {documents}

'''


def parameter(p):
    star = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
    note = "" if p.annotation is p.empty else ": " + p.annotation
    return star + p.name + note + ("" if p.default is p.empty else " = ...")


def signature(name, function, indent=""):
    """A def; one line for each parameter unless all fit one."""
    shown, is_open = [], True
    found = inspect.signature(function)
    for p in found.parameters.values():
        if p.kind is p.KEYWORD_ONLY and is_open:
            shown.append("*")
        is_open = is_open and p.kind not in (p.KEYWORD_ONLY, p.VAR_POSITIONAL)
        shown.append(parameter(p))
    result = ") -> %s: ..." % found.return_annotation
    line = "%sdef %s(%s%s" % (indent, name, ", ".join(shown), result)
    if len(line) <= 88:
        return line
    inner = "".join("%s    %s,\n" % (indent, each) for each in shown)
    return "%sdef %s(\n%s%s%s" % (indent, name, inner, indent, result)


def context():
    lines = ["class Context:"]
    for name, member in vars(_calls.Context).items():
        if isinstance(member, property) and not name.startswith("_"):
            lines += ["    @property", signature(name, member.fget, "    ")]
        elif inspect.isfunction(member) and name != "__exit__":
            lines.append(signature(name, member, "    "))
        elif name == "__exit__":
            lines.append(
                "    def __exit__(self, *exception: Any) -> None: ..."
            )
    return "\n".join(line for line in lines if "__repr__" not in line)


def module(of):
    return sorted(
        name for name, member in vars(_calls).items()
        if inspect.isclass(member) and member.__module__ == of and not name.startswith("_"))


def text():
    functions = [
        signature(name, member)
        for name, member in vars(_calls).items()
        if inspect.isfunction(member) and not name.startswith("_") and name not in module("libcb.errors")
        and member.__module__ == "libcb._calls"
    ]
    aliases = [
        line for line in inspect.getsource(_calls).splitlines()
        if " = Union[" in line or " = Callable[" in line
    ]
    body = HEAD.format(
        cells=", ".join(module("libcb.cells")), documents=", ".join(module("libcb.documents")))
    return body + "\n".join(aliases) + "\n\n" + context() + "\n\n" + "\n".join(functions) + "\n"


if __name__ == "__main__":
    print(text(), end="")
