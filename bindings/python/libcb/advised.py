# SPDX-License-Identifier: Apache-2.0
"""The lines of advice: frozen, and plain data (docs/advice.md). What is not known is None."""

from __future__ import annotations

import collections.abc as _abc
from dataclasses import dataclass
from typing import Any, Optional, Tuple

from .cells import Note, build
from .words import Accel, AdviceKind, Basis, Standing

__all__ = ["Candidate", "Part", "Profile", "Ranking", "SizeRange"]


@dataclass(frozen=True)
class Profile:
    """A kind of work."""

    name: str
    summary: str = ""
    unit: str = ""  #: what the work is counted in: "packet"
    accel: Accel = Accel.ON  #: the mode that counts
    needs: Optional[str] = None  #: what the library must be able to do: "tls13"; of advice only
    bytes: Optional[int] = None  #: payload of a unit; of advice only


@dataclass(frozen=True)
class Part:
    """One operation of a unit."""

    algorithm: str
    operation: str
    size: int
    basis: Basis  #: where its time comes from
    count: Optional[float] = None  #: times per unit
    ns: Optional[float] = None  #: of one
    ci95_low_ns: Optional[float] = None
    ci95_high_ns: Optional[float] = None
    share: Optional[float] = None  #: of the time of the unit
    cell: Optional[str] = None  #: id of the cell that was measured


@dataclass(frozen=True)
class Candidate:
    """A library with an algorithm."""

    title: str  #: "OpenSSL 3.0.19"
    choice: str  #: "aes-256-gcm"
    name: str  #: both, as sentences have them
    subject: str  #: label of the subject
    backend: str
    version: str
    standing: Standing
    reason: str = ""  #: why it is not ranked
    measure: str = ""  #: the command that would measure what is missing or estimated
    unit_ns: Optional[float] = None
    ci95_low_ns: Optional[float] = None
    ci95_high_ns: Optional[float] = None
    units_per_second: Optional[float] = None
    bytes_per_second: Optional[float] = None
    times: Optional[float] = None  #: time over that of the first candidate
    times_ci95_low: Optional[float] = None
    times_ci95_high: Optional[float] = None
    paired: bool = False  #: `times` is from paired rounds
    either: bool = False  #: the first, or not to be told apart from it
    estimated: bool = False  #: some of its parts are of sizes that were not measured
    parts: Tuple[Part, ...] = ()

    @classmethod
    def of(cls, document: _abc.Mapping[str, Any]) -> Candidate:
        parts = tuple(build(Part, p, basis=Basis(p["basis"])) for p in document["parts"])
        return build(cls, document, standing=Standing(document["standing"]), parts=parts)


@dataclass(frozen=True)
class SizeRange:
    """Sizes at which one candidate is the fastest."""

    name: str
    size_min: int  #: smallest and largest of those that were measured
    size_max: int
    start: Optional[float] = None  #: size at which it overtakes the one before, estimated
    times_min: Optional[float] = None  #: how many times as fast as the next one there
    times_max: Optional[float] = None
    either: bool = False  #: not to be told apart from the next one

    @classmethod
    def of(cls, document: _abc.Mapping[str, Any]) -> SizeRange:
        return build(cls, document, start=document.get("from"))  # a word of Python


@dataclass(frozen=True)
class Ranking:
    """The advice for one machine in one mode."""

    machine: str
    accel: Accel
    main: bool  #: of the mode that was asked for
    kind: AdviceKind
    headline: str  #: one sentence
    answer: str  #: the same without what was asked
    because: str  #: the numbers that decided
    ranked: int  #: how many of the candidates are ranked
    candidates: Tuple[Candidate, ...]  #: ranked ones first, the fastest first
    sizes: Tuple[SizeRange, ...]  #: which candidate is the fastest at which sizes
    ciphers: Tuple[SizeRange, ...]  #: the same of AES-GCM and ChaCha20-Poly1305
    notes: Tuple[Note, ...]
    either: int = 0  #: how many of the first cannot be told apart

    @property
    def best(self) -> Optional[Candidate]:
        """The fastest; None if nothing can be recommended."""
        return self.candidates[0] if self.ranked > 0 else None

    @classmethod
    def of(cls, document: _abc.Mapping[str, Any]) -> Ranking:
        return build(
            cls,
            document,
            accel=Accel(document["accel"]),
            kind=AdviceKind(document["kind"]),
            candidates=tuple(Candidate.of(each) for each in document["candidates"]),
            sizes=tuple(SizeRange.of(each) for each in document["sizes"]),
            ciphers=tuple(SizeRange.of(each) for each in document["ciphers"]),
            notes=tuple(build(Note, each) for each in document["notes"]),
        )
