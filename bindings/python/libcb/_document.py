# SPDX-License-Identifier: Apache-2.0
"""What all documents have in common."""

from __future__ import annotations

import collections.abc as _abc
import json
import os
from fnmatch import fnmatchcase
from functools import wraps
from typing import Any, Callable, Dict, List, Optional, Tuple, Type, TypeVar, Union

from . import _options as _o
from . import native
from ._html import table_html
from .cells import Note, Subject, build, flatten
from .errors import FormatError, NotFoundError

__all__ = ["Cells", "Document", "Path", "once", "opened", "to_json"]

Path = Union[str, "os.PathLike[str]"]
_D = TypeVar("_D", bound="Document")
_T = TypeVar("_T")


def to_json(document: _abc.Mapping[str, Any]) -> str:
    """A document as a text that libcb reads."""
    try:
        return json.dumps(document, ensure_ascii=False, allow_nan=False)
    except ValueError as error:
        raise FormatError("the document cannot be JSON: %s" % error) from None


def opened(file: Any, text: Any, known: _abc.Iterable[Type[_D]]) -> _D:
    """The document in a file, or that of a text, which is one of the known kinds."""
    found = native.open_document(file, text)
    kind = found.kind()
    for each in known:
        if each.schema == "libcb." + kind:
            return each(getattr(found, kind)())
    raise FormatError("%s is a document of kind %s, not %s" % (
        "the text" if file is None else os.fsdecode(file), kind,
        " or ".join(each.schema[len("libcb."):] for each in known)))


def once(method: Callable[[Any], _T]) -> Callable[[Any], _T]:
    """Worked out when it is first asked for."""

    @wraps(method)
    def get(self: Any) -> _T:
        if method.__name__ not in self._known:
            self._known[method.__name__] = method(self)
        value: _T = self._known[method.__name__]
        return value

    return get


class Document:
    """What all documents have in common."""

    #: the kind, without the version
    schema = ""
    _format_at: Optional[Callable[[int], Any]] = None

    def __init__(self, handle: Any) -> None:
        """Documents come from libcb, ``load()``, ``from_json()`` and ``from_document()``."""
        self._handle = handle
        self._known: Dict[str, Any] = {}

    @classmethod
    def from_json(cls: Type[_D], text: Union[str, bytes]) -> _D:
        """Reads a document from its text."""
        return opened(None, text, (cls,))

    @classmethod
    def from_document(cls: Type[_D], document: _abc.Mapping[str, Any]) -> _D:
        """Makes a document from a dict such as ``document`` is."""
        return cls.from_json(to_json(document))

    @property
    @once
    def document(self) -> Dict[str, Any]:
        """The whole document. Not to be changed: ``from_document()`` makes another one."""
        document: Dict[str, Any] = json.loads(self.json(compact=True))
        return document

    def json(self, *, compact: bool = False, samples: bool = True) -> str:
        """The document as text; on one line if `compact`; of results also without `samples`."""
        return str(self._handle.json(_flags(compact, samples)))

    def save(self, file: Path, *, compact: bool = False, samples: bool = True) -> None:
        """Writes a file whole: an old one stays if the new one cannot be written."""
        self._handle.save(os.fspath(file), _flags(compact, samples))

    def write(self, file: Path, name: Optional[str] = None, **options: Any) -> None:
        """Writes what ``format()`` gives into a file, whole; without a `name`, in the format that
        the ending of the file means."""
        ending = os.path.splitext(os.fsdecode(file))[1]
        native.save_text(os.fspath(file), self.format(name or self._ending(ending), **options))

    @classmethod
    def _ending(cls, ending: str) -> str:
        for index in range(len(cls.formats())):
            row = cls._format_at(index)  # type: ignore[misc]
            if ending and row.ending == ending:
                return str(row.name)
        return "table"

    @classmethod
    def formats(cls) -> Dict[str, str]:
        """The names that ``format()`` takes, and what they are."""
        return _o.formats(cls._format_at) if cls._format_at is not None else {}

    def format(self, name: str = "table", **options: Any) -> str:
        """The document as ``cbench --format NAME`` shows it; see ``formats()``.

        Options are those of a view: time, statistic, unit, width, color, utf8, quiet, all, ...
        """
        view = _o.texts("format", _o.VIEW, options)
        return str(self._handle.format(name, view))

    def table(self, **options: Any) -> str:
        """The document for people."""
        return self.format("table", **options)

    def rows(self) -> List[Dict[str, Any]]:
        """Flat dicts with the same keys each, for a data frame."""
        return [flatten(line) for line in self]

    def __iter__(self) -> _abc.Iterator[Any]:
        raise NotImplementedError

    @property
    def environment(self) -> _abc.Mapping[str, Any]:
        """Where it was made: docs/environment.md."""
        return self.document.get("environment") or {}

    @property
    def tool(self) -> _abc.Mapping[str, Any]:
        """What made it, and with which options."""
        return self.document.get("tool") or {}

    @property
    def complete(self) -> bool:
        """Whether all that was planned was reached."""
        return bool(self.document.get("complete", True))

    def _subjects(self, member: str = "subjects") -> Tuple[Subject, ...]:
        return tuple(Subject.of(subject) for subject in self.document.get(member) or ())

    def _notes(self, where: _abc.Mapping[str, Any], member: str) -> Tuple[Note, ...]:
        return tuple(build(Note, note) for note in where.get(member) or ())

    def _repr_html_(self) -> str:
        return table_html(repr(self), self.rows())

    def __str__(self) -> str:
        return self.table()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return bool(self.document == other.document)  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash(type(self))

    def __reduce__(self) -> Any:
        return type(self).from_json, (self.json(compact=True),)


def _flags(compact: bool, samples: bool) -> int:
    flags = native.JSON_COMPACT if compact else 0
    return flags if samples else flags | native.JSON_NO_SAMPLES


def _is_match(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, str):
        return fnmatchcase(str(value), wanted)
    if isinstance(wanted, _abc.Iterable):
        return any(_is_match(value, each) for each in wanted)
    return bool(value == wanted)


class Cells(Document):
    """Documents with cells that have ids."""

    @property
    def cells(self) -> Tuple[Any, ...]:
        raise NotImplementedError

    @property
    @once
    def _by_id(self) -> Dict[str, Any]:
        return {cell.id: cell for cell in self.cells}

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> _abc.Iterator[Any]:
        return iter(self.cells)

    def __contains__(self, key: object) -> bool:
        return key in self._by_id if isinstance(key, str) else key in self.cells

    def __getitem__(self, key: Any) -> Any:
        """A cell by its id, or by its place."""
        if not isinstance(key, str):
            return self.cells[key]
        try:
            return self._by_id[key]
        except KeyError:
            raise NotFoundError("there is no cell %r among %d" % (key, len(self))) from None

    def get(self, key: str, default: Any = None) -> Any:
        return self._by_id.get(key, default)

    def find(self, **fields: Any) -> Tuple[Any, ...]:
        """The cells whose fields have these values. Texts are globs, lists are alternatives:
        ``find(algorithm="aes-*-gcm", size=[1024, 16384], accel="on")``.
        """
        for name in fields:
            if self.cells and not hasattr(self.cells[0], name):
                raise TypeError("cells have no field %r" % name)
        return tuple(
            cell
            for cell in self.cells
            if all(_is_match(_label(getattr(cell, n)), v) for n, v in fields.items())
        )


def _label(value: Any) -> Any:
    return value.label if isinstance(value, Subject) else value
