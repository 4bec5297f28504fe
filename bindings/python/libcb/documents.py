# SPDX-License-Identifier: Apache-2.0
"""Documents: what libcb measured and what it says of it.

Every document is immutable, can be saved, pickled and copied, and offers its lines as frozen
dataclasses, the whole as a dict (``document``) and as flat rows for a data frame (``rows()``).
"""

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
from .cells import (
    Cell,
    Compared,
    Conclusion,
    Finding,
    Fit,
    InstructionClass,
    Judged,
    Lack,
    Library,
    Note,
    NullRuns,
    Proof,
    Rate,
    Ratio,
    Subject,
    build,
    flatten,
)
from .errors import FormatError, NotFoundError, UnsupportedError
from .words import Accel, Change, Exit, Outcome, Verdict

__all__ = [
    "Comparison",
    "Document",
    "Gate",
    "Inventory",
    "Proofs",
    "Results",
    "Selftest",
]

Path = Union[str, "os.PathLike[str]"]
_D = TypeVar("_D", bound="Document")
_T = TypeVar("_T")


def to_json(document: _abc.Mapping[str, Any]) -> str:
    """A document as a text that libcb reads."""
    try:
        return json.dumps(document, ensure_ascii=False, allow_nan=False)
    except ValueError as error:
        raise FormatError("the document cannot be JSON: %s" % error) from None


def _once(method: Callable[[Any], _T]) -> Callable[[Any], _T]:
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

    def __init__(self, handle: Any = None, document: Optional[Dict[str, Any]] = None) -> None:
        """Documents come from libcb, ``load()``, ``from_json()`` and ``from_document()``."""
        self._handle = handle
        self._known: Dict[str, Any] = {} if document is None else {"document": document}

    @classmethod
    def from_json(cls: Type[_D], text: Union[str, bytes]) -> _D:
        """Reads a document from its text."""
        try:
            document = json.loads(text)
        except ValueError as error:
            raise FormatError("%s document: %s" % (cls.schema, error)) from None
        return cls.from_document(document)

    @classmethod
    def from_document(cls: Type[_D], document: _abc.Mapping[str, Any]) -> _D:
        """Makes a document from a dict such as ``document`` is."""
        cls._check(document)
        return cls(None, json.loads(to_json(document)))

    @classmethod
    def _check(cls, document: Any) -> None:
        schema = document.get("schema") if isinstance(document, _abc.Mapping) else None
        if schema != cls.schema + "/1":
            raise FormatError("schema is %r, not %r" % (schema, cls.schema + "/1"))

    @property
    @_once
    def document(self) -> Dict[str, Any]:
        """The whole document. Not to be changed: ``from_document()`` makes another one."""
        document: Dict[str, Any] = json.loads(self.json(compact=True))
        return document

    def json(self, *, compact: bool = False, samples: bool = True) -> str:
        """The document as text; on one line if `compact`; of results also without `samples`."""
        if self._handle is None:
            gaps = (",", ":") if compact else None
            return json.dumps(self.document, indent=None if compact else 2, separators=gaps)
        return str(self._handle.json(_flags(compact, samples)))

    def save(self, file: Path, *, compact: bool = False, samples: bool = True) -> None:
        """Writes a file whole: an old one stays if the new one cannot be written."""
        if self._handle is None or not hasattr(self._handle, "save"):
            raise UnsupportedError("%s documents are saved where they were made" % self.schema)
        self._handle.save(os.fspath(file), _flags(compact, samples))

    @classmethod
    def formats(cls) -> Dict[str, str]:
        """The names that ``format()`` takes, and what they are."""
        return _o.formats(cls._format_at) if cls._format_at is not None else {}

    def format(self, name: str = "table", **options: Any) -> str:
        """The document as ``cbench --format NAME`` shows it; see ``formats()``.

        Options are those of a view: time, statistic, unit, width, color, utf8, quiet, all, ...
        """
        if self._handle is None:
            raise UnsupportedError("%s documents are shown where they were made" % self.schema)
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
        try:
            return self.table()
        except UnsupportedError:
            return repr(self)

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


class _Cells(Document):
    """Documents with cells that have ids."""

    @property
    def cells(self) -> Tuple[Any, ...]:
        raise NotImplementedError

    @property
    @_once
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


class Results(_Cells):
    """A run: who was measured, where, and every cell (docs/results.md)."""

    schema = "libcb.results"
    _format_at = native.results_format_at

    def __init__(self, handle: Any = None, document: Optional[Dict[str, Any]] = None) -> None:
        if handle is None and document is not None:
            handle = native.parse_results(to_json(document))
        super().__init__(handle)

    @classmethod
    def from_json(cls, text: Union[str, bytes]) -> Results:
        return cls(native.parse_results(text))

    @property
    def complete(self) -> bool:
        return bool(self._handle.complete())

    @property
    def failed(self) -> bool:
        """Whether any cell failed, crashed, timed out, answered wrongly, or asked by name for a
        mode that could not be proven."""
        return bool(self._handle.failed())

    @property
    @_once
    def subjects(self) -> Tuple[Subject, ...]:
        return self._subjects()

    @property
    @_once
    def cells(self) -> Tuple[Cell, ...]:
        subjects = {subject.label: subject for subject in self.subjects}
        return tuple(Cell.of(cell, subjects) for cell in self.document["cells"])

    @property
    @_once
    def ratios(self) -> Tuple[Ratio, ...]:
        return tuple(build(Ratio, ratio) for ratio in self.document.get("ratios") or ())

    @property
    @_once
    def fits(self) -> Tuple[Fit, ...]:
        return tuple(Fit.of(fit) for fit in self.document.get("fits") or ())

    @property
    @_once
    def warnings(self) -> Tuple[Note, ...]:
        """What makes the results doubtful."""
        return self._notes(self.environment, "warnings")

    def ratio(self, a: Union[str, Cell], b: Union[str, Cell]) -> Optional[Ratio]:
        """Time of cell `a` over time of cell `b`, or None if they were not sampled in turn."""
        ids = [cell if isinstance(cell, str) else cell.id for cell in (a, b)]
        for ratio in self.ratios:
            if [ratio.a, ratio.b] == ids:
                return ratio
        return None

    def fit(self, subject: str, algorithm: str, operation: str) -> Optional[Fit]:
        """The line of the default variant on one thread without load, or None."""
        for fit in self.fits:
            if (fit.subject, fit.algorithm, fit.operation) == (subject, algorithm, operation) and (
                fit.variant, fit.threads, fit.processes, fit.load) == ("message", 1, 1, 0):
                return fit
        return None

    def rows(self) -> List[Dict[str, Any]]:
        return [cell.row() for cell in self.cells]

    def markdown(self, **options: Any) -> str:
        return self.format("markdown", **options)

    def csv(self, **options: Any) -> str:
        return self.format("csv", **options)

    def __repr__(self) -> str:
        measured = sum(cell.measured for cell in self.cells)
        return "<libcb.Results: %d cells of %d subjects, %d measured%s>" % (
            len(self), len(self.subjects), measured, "" if self.complete else ", not complete")


class Gate(_Cells):
    """What a gate measured, and its judgement (docs/gate.md)."""

    schema = "libcb.gate"
    _format_at = native.gate_format_at

    def __init__(self, handle: Any = None, document: Optional[Dict[str, Any]] = None) -> None:
        if handle is None and document is not None:
            handle = native.judge(None, to_json(document), None, {})
        super().__init__(handle)

    @property
    def exit(self) -> Exit:
        """Exit status of the verdicts, as ``cbench gate`` has it."""
        return Exit(self._handle.exit_status())

    @property
    def ok(self) -> bool:
        """Whether a pipeline should go on: ``exit`` is 0."""
        return self.exit is Exit.FINE

    @property
    def word(self) -> str:
        """The judgement: regressed, broken, invalid, inconclusive, missing or ok."""
        return str(self.document["verdict"]["word"])

    @property
    def mode(self) -> str:
        """ab, bundle, icount or file."""
        return str(self.tool.get("mode", ""))

    @property
    def verdicts(self) -> _abc.Mapping[Verdict, int]:
        """How many cells have each verdict."""
        counts = self.document["verdict"]["counts"]
        return {Verdict(name): count for name, count in counts.items()}

    @property
    @_once
    def base(self) -> Tuple[Subject, ...]:
        return self._subjects("base")

    @property
    @_once
    def head(self) -> Tuple[Subject, ...]:
        return self._subjects("head")

    @property
    @_once
    def cells(self) -> Tuple[Judged, ...]:
        return tuple(
            build(Judged, c, accel=Accel(c["accel"]), verdict=Verdict(c["verdict"]))
            for c in self.document["cells"]
        )

    @property
    @_once
    def notes(self) -> Tuple[Note, ...]:
        return self._notes(self.document, "notes")

    def markdown(self, **options: Any) -> str:
        return self.format("markdown", **options)

    def junit(self, **options: Any) -> str:
        """A JUnit report, one test for each cell."""
        return self.format("junit", **options)

    def __repr__(self) -> str:
        return "<libcb.Gate: %s, exit %d, %d cells>" % (self.word, self.exit, len(self))


class Proofs(_Cells):
    """Which instructions libraries executed (docs/proof.md)."""

    schema = "libcb.proof"
    _format_at = native.proofs_format_at

    @property
    def failed(self) -> bool:
        """Whether a cell failed, or a mode that was asked for by name is unproven."""
        if self._handle is not None:
            return bool(self._handle.failed())
        bad = {Outcome.MISMATCH, Outcome.FAILED, Outcome.CRASHED, Outcome.TIMED_OUT}
        return any(
            cell.outcome in bad or (cell.outcome is Outcome.UNPROVEN and cell.subject.asked)
            for cell in self.cells
        )

    @property
    @_once
    def subjects(self) -> Tuple[Subject, ...]:
        return self._subjects()

    @property
    @_once
    def classes(self) -> Tuple[InstructionClass, ...]:
        return tuple(build(InstructionClass, c) for c in self.document.get("classes") or ())

    @property
    @_once
    def cells(self) -> Tuple[Proof, ...]:
        subjects = {subject.label: subject for subject in self.subjects}
        return tuple(
            build(Proof, p, subject=subjects[p["subject"]], outcome=Outcome(p["outcome"]))
            for p in self.document["proofs"]
        )

    @property
    @_once
    def findings(self) -> Tuple[Finding, ...]:
        return tuple(build(Finding, f) for f in self.document.get("findings") or ())

    def count(self, cell: Union[str, Proof], class_or_group: str) -> int:
        """How many instructions of a class, or of a group of classes, a cell executed inside."""
        proof = self[cell] if isinstance(cell, str) else cell
        names = {c.name for c in self.classes if class_or_group in (c.name, c.group)}
        if not names:
            raise NotFoundError("there is no class or group %r" % class_or_group)
        return sum(count for name, count in proof.counts.items() if name in names)

    def require(self, requirements: Union[str, _abc.Mapping[str, Any]]) -> Tuple[Lack, ...]:
        """What is lacking of `requirements`: ``"GLOB=CLASS,..."``, or a dict of lists of classes
        by glob. Nothing, an empty tuple, if all are met."""
        if self._handle is None:
            raise UnsupportedError("requirements are checked where the proof was made")
        if isinstance(requirements, _abc.Mapping):
            requirements = ",".join(
                "%s=%s" % (glob, names if isinstance(names, str) else ",".join(names))
                for glob, names in requirements.items()
            )
        lines = self._handle.require(requirements).splitlines()
        lacks = [line.split("\t") for line in lines]
        return tuple(Lack(glob, name, cell, judged == "1") for glob, name, cell, judged in lacks)

    def rows(self) -> List[Dict[str, Any]]:
        names = [c.name for c in self.classes]
        return [
            {
                **flatten(cell),
                "subject": cell.subject.label,
                "accel": str(cell.subject.accel),
                **{name: cell.counts.get(name, 0) for name in names},
            }
            for cell in self.cells
        ]

    def markdown(self, **options: Any) -> str:
        return self.format("markdown", **options)

    def csv(self, **options: Any) -> str:
        return self.format("csv", **options)

    def __repr__(self) -> str:
        return "<libcb.Proofs: %d cells, %d findings>" % (len(self), len(self.findings))


class Comparison(_Cells):
    """How two sides differ, without judging (docs/compare.md)."""

    schema = "libcb.comparison"
    _format_at = native.comparisons_format_at

    def __init__(self, handle: Any = None, document: Optional[Dict[str, Any]] = None,
                 keep: Tuple[Results, ...] = ()) -> None:
        super().__init__(handle, document)
        self._keep = keep  # the comparison points into them

    @property
    def _this(self) -> _abc.Mapping[str, Any]:
        comparisons: List[Dict[str, Any]] = self.document["comparisons"]
        return comparisons[0]

    @property
    def base(self) -> str:
        """What sentences call the first side."""
        return str(self._this["base"])

    @property
    def head(self) -> str:
        return str(self._this["head"])

    @property
    def changes(self) -> _abc.Mapping[Change, int]:
        """How many cells each change has."""
        return {Change(name): count for name, count in self._this["changes"].items()}

    @property
    @_once
    def cells(self) -> Tuple[Compared, ...]:
        return tuple(build(Compared, r, change=Change(r["change"])) for r in self._this["rows"])

    @property
    @_once
    def conclusions(self) -> Tuple[Conclusion, ...]:
        return tuple(build(Conclusion, c) for c in self._this.get("conclusions") or ())

    @property
    @_once
    def notes(self) -> Tuple[Note, ...]:
        return self._notes(self._this, "notes")

    def markdown(self, **options: Any) -> str:
        return self.format("markdown", **options)

    def csv(self, **options: Any) -> str:
        return self.format("csv", **options)

    def __repr__(self) -> str:
        return "<libcb.Comparison: %s against %s, %d cells>" % (self.head, self.base, len(self))


class Selftest(Document):
    """How reliable a gate is on this machine (docs/gate.md)."""

    schema = "libcb.selftest"
    _format_at = native.selftest_format_at

    @property
    def null(self) -> NullRuns:
        return build(NullRuns, self.document["null"])

    @property
    @_once
    def rates(self) -> Tuple[Rate, ...]:
        return tuple(build(Rate, rate) for rate in self.document["rates"])

    @property
    def limit_percent(self) -> Optional[float]:
        """The smallest limit that this machine can keep, None if there is none up to 20 %."""
        limit: Optional[float] = self.document.get("limit_percent")
        return limit

    def __iter__(self) -> _abc.Iterator[Rate]:
        return iter(self.rates)

    def __len__(self) -> int:
        return len(self.rates)

    def __repr__(self) -> str:
        return "<libcb.Selftest: %d null gates, %d alarms, limit %s %%>" % (
            self.null.runs, self.null.alarms, self.limit_percent)


class Inventory(Document):
    """What libraries offer, in each acceleration mode."""

    schema = "libcb.inventory"
    _format_at = native.inventory_format_at

    def json(self, *, compact: bool = False, samples: bool = True) -> str:
        if self._handle is None:
            return super().json(compact=compact)
        text = self.format("json")
        return json.dumps(json.loads(text), separators=(",", ":")) if compact else text

    def save(self, file: Path, *, compact: bool = False, samples: bool = True) -> None:
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(self.json(compact=compact))

    @property
    @_once
    def libraries(self) -> Tuple[Library, ...]:
        return tuple(Library.of(library) for library in self.document["libraries"])

    def __iter__(self) -> _abc.Iterator[Library]:
        return iter(self.libraries)

    def __len__(self) -> int:
        return len(self.libraries)

    def __getitem__(self, backend: str) -> Library:
        for library in self.libraries:
            if library.backend == backend:
                return library
        raise NotFoundError("there is no backend %r" % backend)

    def rows(self) -> List[Dict[str, Any]]:
        """One for each operation that a library offers in a mode."""
        return [
            {"backend": library.backend, "version": library.version, "accel": str(mode.accel),
             "algorithm": offer.algorithm, "kind": offer.kind, "operation": operation}
            for library in self.libraries
            for mode in library.modes
            for offer in mode.offers
            for operation in offer.operations
        ]

    def markdown(self, **options: Any) -> str:
        return self.format("markdown", **options)

    def csv(self, **options: Any) -> str:
        return self.format("csv", **options)

    def __repr__(self) -> str:
        return "<libcb.Inventory: %s>" % ", ".join(library.backend for library in self.libraries)


DOCUMENTS: Tuple[Type[Document], ...] = (Results, Gate, Proofs, Comparison, Selftest, Inventory)
