# SPDX-License-Identifier: Apache-2.0
"""Callables to measure, and their names."""

from __future__ import annotations

import collections.abc as _abc
import dataclasses
import inspect
import re
from dataclasses import dataclass
from typing import Any, Callable, List, Optional, Tuple

__all__ = ["Function"]

EMPTY = "empty"


@dataclass(frozen=True)
class Function:
    """A callable to measure, with what belongs to it alone.

    Its name has letters, digits and ._+- only; without one, it is the callable's own.
    """

    call: Callable[[], Any]
    name: Optional[str] = None
    size: Optional[int] = None  #: bytes that one call works through
    setup: Optional[Callable[[], Any]] = None  #: before each launch, untimed
    teardown: Optional[Callable[[], Any]] = None  #: after each


def _empty() -> None:
    pass


def _each(functions: Tuple[Any, ...]) -> _abc.Iterator[Function]:
    for function in functions:
        if isinstance(function, Function):
            yield function
        elif isinstance(function, _abc.Mapping):
            for name, call in function.items():
                if isinstance(call, Function):
                    yield dataclasses.replace(call, name=name)
                else:
                    yield Function(call, name)
        else:
            yield Function(function)


def _name(call: Any, taken: List[str]) -> str:
    """The callable's own name, made unique."""
    own = getattr(call, "__name__", None) or type(call).__name__
    name = stem = re.sub(r"[^A-Za-z0-9._+-]", "", own) or "function"
    number = 1
    while name in taken:
        number += 1
        name = "%s-%d" % (stem, number)
    return name


def list_functions(
    functions: Tuple[Any, ...], size: int, setup: Any, teardown: Any
) -> List[Tuple[str, int, Any, Any, Any]]:
    """What the library takes; an empty function last unless there is one already."""
    each = list(_each(functions))
    taken = [f.name for f in each if f.name is not None] + [EMPTY]
    listed = []
    for f in each:
        if inspect.iscoroutinefunction(f.call):
            raise TypeError("%s is a coroutine function: a call alone runs nothing of it"
                            % getattr(f.call, "__name__", "a function"))
        name = f.name
        if name is None:
            name = _name(f.call, taken)
            taken.append(name)
        own_size = size if f.size is None else f.size
        listed.append((name, own_size, f.call, setup if f.setup is None else f.setup,
                       teardown if f.teardown is None else f.teardown))
    if listed and EMPTY not in [line[0] for line in listed]:
        listed.append((EMPTY, 0, _empty, None, None))
    return listed
