# SPDX-License-Identifier: Apache-2.0
"""The lines of documents: frozen, and plain data.

Names and units are those of the documents (docs/results.md and its like): ``_ns`` nanoseconds,
sizes in bytes, rates per second. What is not known is None.
"""

from __future__ import annotations

import collections.abc as _abc
import dataclasses
import typing
from dataclasses import dataclass
from typing import Any, Dict, Optional, Tuple, Type, TypeVar

from .words import Accel, Change, Outcome, Verdict

__all__ = [
    "BaselineInfo",
    "Cell",
    "Compared",
    "Conclusion",
    "Finding",
    "Fit",
    "FitStep",
    "Implementation",
    "Info",
    "InstructionClass",
    "Judged",
    "Lack",
    "Library",
    "Mode",
    "Note",
    "NullRuns",
    "Offer",
    "Progress",
    "Proof",
    "Rate",
    "Ratio",
    "Samples",
    "Subject",
    "Summary",
]

_T = TypeVar("_T")


def build(cls: Type[_T], document: _abc.Mapping[str, Any], **given: Any) -> _T:
    """A `cls` from the members of `document` that it knows, and from `given`."""
    for field in dataclasses.fields(cls):
        value = document.get(field.name)
        if field.name not in given and value is not None:
            given[field.name] = value
    return cls(**given)


def flatten(line: Any) -> Dict[str, Any]:
    """The fields of a dataclass as a dict, words as texts; lists and objects are left out."""
    flat: Dict[str, Any] = {}
    for field in dataclasses.fields(line):
        value = getattr(line, field.name)
        if value is None or isinstance(value, (str, int, float)):
            flat[field.name] = str(value) if isinstance(value, str) else value
    return flat


class Progress(typing.NamedTuple):
    """How far a measurement is."""

    launch: int  #: 1 for the first
    launches: int
    done: int  #: panel visits done
    total: int  #: planned; may grow while intervals are too wide
    elapsed_s: float
    remaining_s: Optional[float]  #: an estimate
    current: str  #: the panel being measured


@dataclass(frozen=True)
class Subject:
    """What is compared: a backend, a library, an acceleration mode."""

    label: str
    backend: str
    accel: Accel
    asked: bool = False  #: the mode was asked for by name
    same_as: str = ""  #: label of the subject that stands for this one
    version: str = "unknown"  #: of the library found at run time
    file: str = "unknown"
    build_id: str = "unknown"
    build_info: str = "unknown"
    achieved: bool = False  #: the mode was proven
    level: str = ""  #: how: "switch" or "trace"
    detail: str = ""  #: by what
    isolation: str = "unknown"  #: "process", or "none" for functions of the program that measured
    implementation: str = ""  #: named set of the backend's rows: "avx2"; "" for its own
    machine: str = "unknown"  #: of an import: the machine as it was described
    api: str = "unknown"  #: of an import: "evp" or "low-level"
    timer: str = "unknown"  #: of an import: "user" or "elapsed"
    built_as: str = "unknown"  #: what the backend calls itself, if its file was renamed

    @classmethod
    def of(cls, document: _abc.Mapping[str, Any]) -> Subject:
        members = {
            **document,
            **(document.get("library") or {}),
            **(document.get("accel_proof") or {}),
        }
        known = {field.name for field in dataclasses.fields(cls)}
        given = {k: v for k, v in members.items() if k in known and v is not None}
        given["accel"] = Accel(given["accel"])
        return cls(**given)


@dataclass(frozen=True)
class Summary:
    """What a measured cell came to. Wall time per operation unless the name says cpu."""

    n: int  #: samples
    launches: int  #: worker processes they came from
    median_ns: float  #: Hodges-Lehmann estimate over the medians of the launches
    bytes_per_second: float  #: from median_ns; 0 for an operation without a message
    ops_per_second: float  #: from median_ns
    contended: bool  #: CPU time below 0.9 of wall time in more than a tenth of the samples
    ci95_low_ns: Optional[float] = None  #: None with fewer than six launches
    ci95_high_ns: Optional[float] = None
    ci95_level: Optional[float] = None  #: the confidence that the interval reaches
    q1_ns: Optional[float] = None
    q3_ns: Optional[float] = None
    mad_ns: Optional[float] = None
    min_ns: Optional[float] = None
    trimmed_mean_ns: Optional[float] = None  #: over launches, best and worst dropped
    cpu_median_ns: Optional[float] = None
    cpu_ci95_low_ns: Optional[float] = None
    cpu_ci95_high_ns: Optional[float] = None
    cpu_min_ns: Optional[float] = None
    cpu_trimmed_mean_ns: Optional[float] = None
    cycles_per_op: Optional[float] = None
    cycles_per_byte: Optional[float] = None
    efficiency: Optional[float] = None  #: rate over threads x processes x rate of one
    disturbed: int = 0  #: samples with CPU time below 0.9 of wall time


@dataclass(frozen=True)
class Samples:
    """Whole batches of operations, in the order they were taken; tuples of equal length."""

    launch: Tuple[int, ...] = ()
    round: Tuple[int, ...] = ()
    ops: Tuple[int, ...] = ()  #: operations in the batch
    wall_ns: Tuple[float, ...] = ()
    cpu_ns: Tuple[float, ...] = ()
    switches: Tuple[int, ...] = ()  #: involuntary context switches
    cycles: Tuple[int, ...] = ()  #: counted by the kernel; 0 where it does not
    clock_hz: Tuple[Optional[float], ...] = ()

    @classmethod
    def of(cls, document: _abc.Mapping[str, Any]) -> Samples:
        known = (field.name for field in dataclasses.fields(cls))
        return cls(**{name: tuple(document[name]) for name in known if name in document})

    def __len__(self) -> int:
        return len(self.wall_ns)


@dataclass(frozen=True)
class Cell:
    """One line of a result."""

    id: str  #: backend/algorithm/operation/size/accel[/key=value...]
    panel: str  #: cells with the same panel were sampled in turn
    subject: Subject
    algorithm: str
    operation: str
    size: int  #: bytes of the message; 0 for an operation without one
    threads: int
    processes: int
    variant: str
    semantics: str  #: what exactly one operation includes, "aead.seal.message/1"
    outcome: Outcome
    load: int = 0  #: busy threads beside the measurement
    reason: str = ""  #: one line; "" if measured
    output: str = ""  #: what the worker printed before it failed
    missed: str = ""  #: why the asked precision was not reached
    same_as: str = ""  #: id of the cell whose measurement this is
    summary: Optional[Summary] = None  #: None unless measured
    samples: Optional[Samples] = None  #: None in documents without samples
    doubtful: Optional[Summary] = None  #: of an import: figures that cannot be trusted, see reason
    published: str = ""  #: of an import: the figure as it was printed
    #: the best its answers were held against: "answers" that were published, "others" (libraries),
    #: "itself", "nothing" (a function of a program)
    checked: str = "unknown"

    @property
    def backend(self) -> str:
        return self.subject.backend

    @property
    def accel(self) -> Accel:
        return self.subject.accel

    @property
    def measured(self) -> bool:
        return self.summary is not None

    @property
    def time(self) -> str:
        """The time by which tables show it: "cpu" if other work had its processor, else "wall"; the
        rule of cb_cell_time()."""
        s = self.summary
        alone = self.threads == 1 and self.processes == 1 and self.load == 0
        told = s is not None and s.contended and bool(s.cpu_median_ns)
        return "cpu" if told and alone and self.subject.isolation != "none" else "wall"

    @property
    def rate(self) -> Optional[float]:
        """Bytes per second by that time, or operations per second without a message; None unless
        measured."""
        s = self.summary
        if s is None:
            return None
        ns = s.cpu_median_ns if self.time == "cpu" else s.median_ns
        return (self.size if s.bytes_per_second > 0 else 1) * 1e9 / ns if ns else None

    @classmethod
    def of(cls, document: _abc.Mapping[str, Any], subjects: _abc.Mapping[str, Subject]) -> Cell:
        outcome = Outcome(document["outcome"])
        summary = document.get("summary") if outcome is Outcome.MEASURED else None
        doubtful = document.get("doubtful") if outcome is not Outcome.MEASURED else None
        samples = document.get("samples")
        return build(
            cls,
            document,
            subject=subjects[document["subject"]],
            outcome=outcome,
            summary=build(Summary, summary) if summary else None,
            samples=Samples.of(samples) if samples else None,
            doubtful=build(Summary, doubtful) if doubtful else None,
            published=(document.get("published") or {}).get("text", ""),
        )

    def row(self) -> Dict[str, Any]:
        """A flat dict: the cell, its subject and its summary, for a data frame."""
        row: Dict[str, Any] = {
            "id": self.id,
            "subject": self.subject.label,
            "backend": self.subject.backend,
            "accel": str(self.subject.accel),
            "version": self.subject.version,
            "implementation": self.subject.implementation,
            "machine": self.subject.machine,
            **flatten(self),
        }
        for inner in ("summary", "samples", "doubtful"):
            row.pop(inner, None)
        for field in dataclasses.fields(Summary):
            row[field.name] = getattr(self.summary, field.name, None)
        row["time"] = self.time if self.measured else None
        row["rate"] = self.rate
        return row


@dataclass(frozen=True)
class Ratio:
    """Time of cell `a` over time of cell `b`, from paired rounds in thread CPU time."""

    panel: str
    a: str  #: id of a cell
    b: str
    ratio: float  #: above 1: a is slower
    ci95_low: Optional[float] = None  #: None with fewer than six launches
    ci95_high: Optional[float] = None
    ci95_level: Optional[float] = None
    launches: int = 0  #: in which both were sampled

    def turned(self) -> Ratio:
        """Time of cell `b` over time of cell `a`."""
        low, high = (end and 1 / end for end in (self.ci95_high, self.ci95_low))
        return dataclasses.replace(self, a=self.b, b=self.a, ratio=1 / self.ratio, ci95_low=low,
                                   ci95_high=high)


@dataclass(frozen=True)
class FitStep:
    """A size at which the time departs from the line."""

    size: int
    percent: float  #: above 0: slower than the line says


@dataclass(frozen=True)
class Fit:
    """Fixed cost and slope: time per operation = fixed_ns + ns_per_byte * size."""

    subject: str  #: label of a subject
    algorithm: str
    operation: str
    variant: str
    threads: int
    processes: int
    launches: int
    size_min: int
    size_max: int
    fixed_ns: float
    ns_per_byte: float
    load: int = 0
    fixed_ci95_low_ns: Optional[float] = None
    fixed_ci95_high_ns: Optional[float] = None
    ns_per_byte_ci95_low: Optional[float] = None
    ns_per_byte_ci95_high: Optional[float] = None
    ci95_level: Optional[float] = None
    bytes_per_second: Optional[float] = None  #: what long messages approach
    largest_residual_percent: Optional[float] = None
    contended: bool = False  #: a cell that it was fitted through is
    cpu_fixed_ns: Optional[float] = None  #: the same line through CPU time
    cpu_fixed_ci95_low_ns: Optional[float] = None
    cpu_fixed_ci95_high_ns: Optional[float] = None
    cpu_ns_per_byte: Optional[float] = None
    cpu_ns_per_byte_ci95_low: Optional[float] = None
    cpu_ns_per_byte_ci95_high: Optional[float] = None
    cpu_bytes_per_second: Optional[float] = None
    steps: Tuple[FitStep, ...] = ()

    @classmethod
    def of(cls, document: _abc.Mapping[str, Any]) -> Fit:
        steps = tuple(build(FitStep, step) for step in document.get("steps") or ())
        return build(cls, document, steps=steps)

    def predict_ns(self, size: int) -> float:
        """Time of an operation on `size` bytes by the line, also beyond what was measured."""
        return self.fixed_ns + self.ns_per_byte * size


@dataclass(frozen=True)
class Note:
    """Something a reader should know; `id` is stable."""

    id: str
    text: str
    is_fault: bool = False  #: of a gate: it makes the judgement invalid
    base: str = ""  #: of a comparison: the two values
    head: str = ""


@dataclass(frozen=True)
class Judged:
    """One cell of a gate and what is said of it. Times are CPU time per operation."""

    id: str
    backend: str
    algorithm: str
    operation: str
    size: int
    accel: Accel
    variant: str
    threads: int
    processes: int
    verdict: Verdict
    reason: str = ""
    stage: str = ""  #: "screen", "confirm", "stored", "count", "bytes" or ""
    loss_percent: Optional[float] = None  #: of throughput; below 0: gained
    loss_ci95_low_percent: Optional[float] = None
    loss_ci95_high_percent: Optional[float] = None
    limit_percent: Optional[float] = None  #: exactly on it passes
    tolerance_percent: Optional[float] = None
    p: Optional[float] = None
    base_ns: Optional[float] = None  #: instructions if the stage is "count"
    head_ns: Optional[float] = None
    control_loss_percent: Optional[float] = None
    launches: int = 0
    disturbed: int = 0
    injected_percent: float = 0.0  #: a slowdown that was injected on purpose
    rule: str = ""  #: glob of the rule that set the limit
    rule_line: int = 0
    waiver: str = ""
    is_allowed: bool = False  #: missing, and named as one that may be


@dataclass(frozen=True)
class Proof:
    """What one operation of one cell executed."""

    id: str
    subject: Subject
    algorithm: str
    operation: str
    size: int
    variant: str
    outcome: Outcome
    reason: str = ""
    output: str = ""
    same_as: str = ""
    inside: Optional[int] = None  #: instructions of the library and its providers
    outside: Optional[int] = None
    counts: _abc.Mapping[str, int] = dataclasses.field(default_factory=dict)  #: inside, by class
    complete: bool = False
    repeats: int = 0
    per_byte: Optional[float] = None
    per_message: Optional[float] = None


@dataclass(frozen=True)
class InstructionClass:
    """A class of instructions."""

    name: str
    group: str
    meaning: str = ""


@dataclass(frozen=True)
class Finding:
    """Something that the counts of a proof, or measured rates, say."""

    id: str
    text: str
    subject: str
    algorithm: str
    operation: str
    evidence: str = ""  #: of rates: what says that the processor can: "flags" or "cpu-name"


@dataclass(frozen=True)
class Lack:
    """A requirement that is not known to be met."""

    glob: str
    class_name: str
    cell: str  #: id of the cell; "" if none matches
    judged: bool  #: False: it could not be judged


@dataclass(frozen=True)
class Compared:
    """One cell of the base and its counterpart in the head."""

    id: str
    algorithm: str
    operation: str
    size: int
    change: Change
    reason: str = ""
    time: str = ""  #: "cpu" or "wall"
    base: Optional[str] = None  #: id of the cell
    head: Optional[str] = None
    base_ns: Optional[float] = None
    head_ns: Optional[float] = None
    speed: Optional[float] = None  #: of the head over the base's; above 1: faster
    ci95_low: Optional[float] = None
    ci95_high: Optional[float] = None
    paired: bool = False


@dataclass(frozen=True)
class Conclusion:
    """What is to be said of the sizes of one operation."""

    title: str
    text: str
    algorithm: str
    operation: str
    backend: str = ""
    accel: str = ""
    first: int = 0  #: index of its first row
    count: int = 0


@dataclass(frozen=True)
class Rate:
    """How slowdowns of one size fared in a self-test."""

    injected_percent: float
    limit_percent: float
    is_real: bool
    tried: int
    found: int
    blamed: int
    found_low: Optional[float] = None
    found_high: Optional[float] = None


@dataclass(frozen=True)
class NullRuns:
    """What the null comparisons of a self-test gave."""

    runs: int
    cells: int
    alarms: int
    inconclusive: int
    invalid: int
    alarm_high: Optional[float] = None
    seconds: Optional[float] = None
    uniform_p: Optional[float] = None


@dataclass(frozen=True)
class Offer:
    """One algorithm of one library in one mode."""

    algorithm: str
    kind: str
    operations: Tuple[str, ...] = ()
    variants: Tuple[str, ...] = ()
    reason: str = ""  #: why there are no operations


@dataclass(frozen=True)
class Mode:
    """How a library answers in one acceleration mode."""

    accel: Accel
    achieved: bool  #: the mode was proven
    detail: str = ""  #: by what, or why not
    same_as: str = ""  #: the mode that is the same by mechanism
    offers: Tuple[Offer, ...] = ()


@dataclass(frozen=True)
class Implementation:
    """A set of rows that a backend has given a name: subject ``BACKEND/NAME``."""

    name: str
    about: str = ""
    unavailable: str = ""  #: why this CPU cannot run it


@dataclass(frozen=True)
class Library:
    """One backend and its library."""

    backend: str
    module: str
    error: str = ""  #: why it cannot be used
    version: str = ""
    file: str = ""
    build_id: str = ""
    build_info: str = ""
    modes: Tuple[Mode, ...] = ()
    implementations: Tuple[Implementation, ...] = ()  #: beside the backend's own rows
    built_as: str = ""  #: what the backend calls itself, if its file was renamed

    @classmethod
    def of(cls, document: _abc.Mapping[str, Any]) -> Library:
        named = tuple(build(Implementation, each) for each in document.get("implementations") or ())
        return build(cls, document, implementations=named, modes=tuple(
            build(Mode, mode, accel=Accel(mode["accel"]), offers=tuple(
                build(Offer, offer, operations=tuple(offer["operations"]),
                      variants=tuple(offer["variants"]))
                for offer in mode.get("offers") or ()))
            for mode in document.get("modes") or ()))

    def offer(self, algorithm: str, accel: str = "on") -> Optional[Offer]:
        """What it offers for an algorithm in a mode; None if the mode cannot be used."""
        for mode in self.modes:
            for offer in mode.offers:
                if mode.accel == accel and offer.algorithm == algorithm:
                    return offer
        return None


@dataclass(frozen=True)
class BaselineInfo:
    """What is in a baseline."""

    runs: int
    cells: int
    has_library: bool
    failed: int  #: cells of the last run that crashed, answered wrongly and so on


@dataclass(frozen=True)
class Info:
    """The parts of libcb that are used, and this machine."""

    version: str
    worker: str
    backends: _abc.Mapping[str, str]  #: file of each
    environment: _abc.Mapping[str, Any]  #: the record that results hold (docs/environment.md)
