# SPDX-License-Identifier: Apache-2.0
"""Keyword arguments become options of a plan and settings of a gate, by libcb's own tables."""

from __future__ import annotations

import collections.abc as _abc
import difflib
import functools
import inspect
import operator
import os
from typing import Any, Callable, Dict, Optional

from . import native
from .errors import ArgumentError


__all__ = [
    "IMPORT",
    "OPTIONS",
    "SETTINGS",
    "VIEW",
    "Entry",
]

#: what editors and type checkers are told of values, by what the tables call them
_KINDS = {
    None: "bool",
    "BYTES,...": "Numbers",
    "FILE": "Path",
    "GLOB": "str",
    "GLOB,...": "Texts",
    "GLOB=PERCENT,...": "Union[str, Mapping[str, float]]",
    "MODE,...": "Texts",
    "N": "int",
    "N,...": "Numbers",
    "NAME": "str",
    "NAME,...": "Texts",
    "NUMBER": "float",
    "PERCENT": "Union[float, str]",
    "SECONDS": "float",
    "TIME": "Union[float, str]",
    "WORD": "Union[bool, str]",
}


class Entry:
    """A keyword of some calls: an option of a plan, or a setting of a gate."""

    def __init__(self, row: Any, uses: int, to_text: Callable[[Any, Any], str]) -> None:
        self.name = row.name
        self.keyword = row.name.replace("-", "_")
        self.argument = row.argument
        self.fallback = row.fallback
        self.help = row.help
        self.uses = uses
        self.words = getattr(row, "words", None)
        self._to_text = to_text

    def text(self, value: Any) -> str:
        return self._to_text(self, value)

    def describe(self) -> str:
        what = "%s (%s" % (self.keyword, self.argument or "a switch")
        default = "; default %s" % self.fallback if self.fallback else ""
        return "%s%s): %s" % (what, default, self.help)


def _number(value: Any) -> Optional[str]:
    """An integer exactly, another number as short as it can be; None for what is no number."""
    try:
        return str(operator.index(value))
    except TypeError:
        pass
    try:
        return repr(float(value)) if hasattr(value, "__float__") else None
    except (TypeError, ValueError, OverflowError):
        return None


def value_text(name: str, value: Any) -> str:
    """The value of an option as text: lists with commas, switches as 1 and 0."""
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bool):
        return "1" if value else "0"
    number = _number(value)
    if number is not None:
        return number
    if isinstance(value, _abc.Mapping):
        return ",".join("%s=%s" % (k, value_text(name, v)) for k, v in value.items())
    if isinstance(value, _abc.Iterable) and not isinstance(value, (bytes, bytearray, memoryview)):
        return ",".join(value_text(name, each) for each in value)
    raise TypeError(
        "%s must be str, a number, a bool or a list of these, not %s"
        % (name, type(value).__name__)
    )


def option_text(entry: Entry, value: Any) -> str:
    text = value_text(entry.keyword, value)
    if "\0" in text:
        raise ArgumentError("%s has a zero byte in it" % entry.keyword)
    return text


def setting_text(entry: Entry, value: Any) -> str:
    """The value of a setting: numbers in percent or nanoseconds, True and False as on and off."""
    if isinstance(value, bool):
        return "on" if value else "off"
    unit = {"PERCENT": "%", "TIME": "ns"}.get(entry.argument, "")
    number = None if isinstance(value, str) else _number(value)
    return number + unit if number is not None else option_text(entry, value)


def _rows(count: Callable[[], int], at: Callable[[int], Any]) -> _abc.Iterable[Any]:
    return (at(i) for i in range(count()))


OPTIONS: Dict[str, Entry] = {
    entry.keyword: entry
    for entry in (
        Entry(row, row.uses, option_text) for row in _rows(native.option_count, native.option_at)
    )
}
SETTINGS: Dict[str, Entry] = {
    entry.keyword: entry
    for entry in (
        Entry(row, 0, setting_text) for row in _rows(native.rules_key_count, native.rules_key_at)
    )
}
IMPORT: Dict[str, Entry] = {
    entry.keyword: entry
    for entry in (
        Entry(row, 0, option_text)
        for row in _rows(native.import_option_count, native.import_option_at)
    )
}
VIEW: Dict[str, Entry] = {
    entry.keyword: entry
    for entry in (
        Entry(row, 0, option_text)
        for row in _rows(native.view_option_count, native.view_option_at)
    )
}


def formats(at: Callable[[int], Any]) -> Dict[str, str]:
    """Names and meanings of the formats of a kind of document."""
    found: Dict[str, str] = {}
    row = at(0)
    while row is not None:
        found[row.name] = row.help
        row = at(len(found))
    return found


def options_for(uses: int) -> Dict[str, Entry]:
    """The options that a call with this use heeds."""
    return {k: entry for k, entry in OPTIONS.items() if entry.uses & uses}


def options_to_advise() -> Dict[str, Entry]:
    """Those of measuring for a profile, which has another budget than a run."""
    entries = options_for(native.USED_BY_ADVISE)
    budget = Entry(entries["budget"], native.USED_BY_ADVISE, option_text)
    budget.fallback = native.ADVISE_BUDGET
    return {**entries, "budget": budget}


def unknown(call: str, name: str, known: _abc.Iterable[str]) -> TypeError:
    """What a misspelled keyword deserves."""
    names = list(known)
    if name in OPTIONS or name in SETTINGS:
        return TypeError("%s() does not use %r; it uses %s" % (call, name, ", ".join(names)))
    near = difflib.get_close_matches(name, names, 1)
    hint = "did you mean %r?" % near[0] if near else "there are " + ", ".join(names)
    return TypeError("%s() has no option %r: %s" % (call, name, hint))


def texts(call: str, known: _abc.Mapping[str, Entry], given: _abc.Mapping[str, Any]) -> Dict[str, str]:
    """Names of libcb and texts for what was given; None is "not given"."""
    taken: Dict[str, str] = {}
    for keyword, value in given.items():
        if keyword not in known:
            raise unknown(call, keyword, known)
        if value is not None:
            taken[known[keyword].name] = known[keyword].text(value)
    return taken


def join(name: str, value: Any) -> Optional[str]:
    """A list of globs as one text."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, _abc.Iterable):
        return ",".join(value)
    raise ArgumentError("%s must be str or a list of str, not %s" % (name, type(value).__name__))


def path(name: str, value: Any) -> Optional[str]:
    """A file's name; None is "not given"."""
    if value is None:
        return None
    try:
        return os.fsdecode(value)
    except TypeError:
        kind = type(value).__name__
        raise TypeError("%s must be str or os.PathLike, not %s" % (name, kind)) from None


def takes(*tables: _abc.Mapping[str, Entry]) -> Callable[[Any], Any]:
    """Shows the keywords of these tables in signature and help of a function with ``**options``."""

    def decorate(function: Any) -> Any:
        signature = inspect.signature(function)
        kept = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
        entries = [entry for table in tables for entry in table.values()]
        shown = [
            inspect.Parameter(
                entry.keyword,
                inspect.Parameter.KEYWORD_ONLY,
                default=None,
                annotation="Optional[%s]" % _KINDS.get(entry.argument, "str"),
            )
            for entry in entries
        ]
        function.__signature__ = signature.replace(parameters=kept + shown)
        lines = "\n".join("* " + entry.describe() for entry in entries)
        function.__doc__ = "%s\n\nOptions:\n\n%s\n" % (inspect.getdoc(function), lines)
        return function

    return decorate


def without_context(method: Any) -> Any:
    """A function like `method`, on a context of its own unless it is given one."""

    @functools.wraps(method)
    def call(*arguments: Any, context: Any = None, **options: Any) -> Any:
        if context is not None:
            return method(context, *arguments, **options)
        with call.context_type() as own:  # type: ignore[attr-defined]
            return method(own, *arguments, **options)

    signature = inspect.signature(method)
    parameters = list(signature.parameters.values())[1:]
    own = inspect.Parameter(
        "context",
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation="Optional[Context]",
    )
    call.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[*parameters, own]
    )
    call.__qualname__ = method.__name__
    return call
