# SPDX-License-Identifier: Apache-2.0
"""Documents: what libcb measured and what it says of it.

Every document is immutable, can be saved, pickled and copied, and offers its lines as frozen
dataclasses, the whole as a dict (``document``) and as flat rows for a data frame (``rows()``).
"""

from __future__ import annotations

import collections.abc as _abc
import dataclasses
import json
import os
from typing import Any, Dict, List, Optional, Tuple, Type, Union

from . import native
from ._document import Cells as _Cells
from ._document import Document, Path
from ._document import once as _once
from .advised import Candidate, Profile, Ranking
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
    "Advice",
    "Comparison",
    "Document",
    "Gate",
    "Inventory",
    "Proofs",
    "Results",
    "Selftest",
]


class Results(_Cells):
    """A run: who was measured, where, and every cell (docs/results.md)."""

    schema = "libcb.results"
    _format_at = native.results_format_at

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
            if [ratio.b, ratio.a] == ids:
                return ratio.turned()
        return None

    def fit(self, subject: str, algorithm: str, operation: str) -> Optional[Fit]:
        """The line of the default variant on one thread without load, or None."""
        for fit in self.fits:
            if (fit.subject, fit.algorithm, fit.operation) == (subject, algorithm, operation) and (
                fit.variant, fit.threads, fit.processes, fit.load) == ("message", 1, 1, 0):
                return fit
        return None

    @property
    @_once
    def findings(self) -> Tuple[Finding, ...]:
        """What the rates say of machine and libraries, such as that instructions are not used."""
        found = native.findings(self._handle)
        names = [field.name for field in dataclasses.fields(Finding)]
        return tuple(
            Finding(**{name: str(found.field(i, name)) for name in names})
            for i in range(found.count())
        )

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
        return bool(self._handle.failed())

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
        if isinstance(requirements, _abc.Mapping):
            requirements = ",".join(
                "%s=%s" % (glob, names if isinstance(names, str) else ",".join(names))
                for glob, names in requirements.items()
            )
        found = self._handle.require(requirements)
        return tuple(
            Lack(str(found.field(i, "glob")), str(found.field(i, "class_name")),
                 found.field(i, "cell") or "", found.judged(i))
            for i in range(found.count())
        )

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

    def __init__(self, handle: Any, keep: Tuple[Results, ...] = ()) -> None:
        super().__init__(handle)
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


class Advice(Document):
    """Which library and which algorithm to take for a kind of work (docs/advice.md)."""

    schema = "libcb.advice"
    _format_at = native.advices_format_at

    def __init__(self, handle: Any, results: Tuple[Results, ...] = (), keep: Any = None) -> None:
        super().__init__(handle)
        self._results = results  # advice points into them,
        self._keep = keep  # and to its profile

    @property
    def _this(self) -> _abc.Mapping[str, Any]:
        advices: List[Dict[str, Any]] = self.document["advices"]
        return advices[0]

    @property
    def results(self) -> Tuple[Results, ...]:
        """What it was made of; where it was measured for this, that. Empty if it was loaded."""
        return self._results

    @property
    @_once
    def profile(self) -> Profile:
        profile = self._this["profile"]
        return build(Profile, profile, accel=Accel(profile["accel"]))

    @property
    def given(self) -> bool:
        """Whether there is a recommendation, for each machine."""
        return bool(self._this["given"])

    @property
    def headline(self) -> str:
        """The answer, a sentence for each machine."""
        return "\n".join(ranking.headline for ranking in self.rankings if ranking.main)

    @property
    @_once
    def rankings(self) -> Tuple[Ranking, ...]:
        """Those of the mode that was asked for first, one for each machine; then other modes."""
        return tuple(Ranking.of(ranking) for ranking in self._this["rankings"])

    @property
    def best(self) -> Optional[Candidate]:
        """What to take on the first machine; None if nothing can be recommended."""
        return self.rankings[0].best if self.rankings else None

    def __len__(self) -> int:
        return len(self.rankings)

    def __iter__(self) -> _abc.Iterator[Ranking]:
        return iter(self.rankings)

    def rows(self) -> List[Dict[str, Any]]:
        """One for each candidate."""
        return [
            {"machine": ranking.machine, "accel": str(ranking.accel), **flatten(candidate)}
            for ranking in self.rankings
            for candidate in ranking.candidates
        ]

    def markdown(self, **options: Any) -> str:
        return self.format("markdown", **options)

    def __repr__(self) -> str:
        return "<libcb.Advice: %s>" % (self.headline or "on nothing")


class Selftest(Document):
    """How reliable a gate is on this machine (docs/gate.md)."""

    schema = "libcb.selftest"
    _format_at = native.selftest_format_at

    @property
    def exit(self) -> Exit:
        """Exit status, as ``cbench selftest`` has it."""
        return Exit(self._handle.exit_status())

    @property
    def obstacle(self) -> str:
        """Why no limit can be kept, and what helps; "" if one can."""
        return str(self.document["obstacle"])

    @property
    def null(self) -> NullRuns:
        """What the null gates gave: a library against a copy of itself."""
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

    @classmethod
    def from_json(cls, text: Union[str, bytes]) -> Inventory:
        """Reads what libraries offered elsewhere: its lines, but neither table nor other formats."""
        try:
            document = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise FormatError("inventory: %s" % error) from None
        schema = document.get("schema") if isinstance(document, dict) else None
        if schema != "libcb.inventory/1":
            raise FormatError("schema: %r, not 'libcb.inventory/1'" % (schema,))
        made = cls(None)
        made._known["document"] = document
        return made

    def json(self, *, compact: bool = False, samples: bool = True) -> str:
        if self._handle is None or compact:
            gaps = (",", ":") if compact else None
            return json.dumps(self.document, indent=None if compact else 2, separators=gaps)
        return self.format("json")

    @property
    @_once
    def document(self) -> Dict[str, Any]:
        document: Dict[str, Any] = json.loads(self.format("json"))
        return document

    def save(self, file: Path, *, compact: bool = False, samples: bool = True) -> None:
        native.save_text(os.fspath(file), self.json(compact=compact).rstrip("\n") + "\n")

    def format(self, name: str = "table", **options: Any) -> str:
        if self._handle is None:
            raise UnsupportedError("what libraries offer is shown where they were asked")
        return super().format(name, **options)

    def __str__(self) -> str:
        return self.table() if self._handle is not None else repr(self)

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


DOCUMENTS: Tuple[Type[Document], ...] = (
    Results, Gate, Proofs, Comparison, Advice, Selftest, Inventory)
