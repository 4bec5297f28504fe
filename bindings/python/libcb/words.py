# SPDX-License-Identifier: Apache-2.0
"""The words of libcb: what calls return, how cells end, what a gate says.

Each list is libcb's own, written down so that editors and type checkers know it; a test holds them
against the library.
"""

from __future__ import annotations

import enum


class Word(str, enum.Enum):
    """A word of a document. Equal to its text: ``cell.outcome == "measured"``."""

    def __new__(cls, value: str) -> Word:
        word = str.__new__(cls, value)
        word._value_ = value
        return word

    def __str__(self) -> str:
        return str(self.value)

    def __format__(self, format_spec: str) -> str:
        return format(str(self.value), format_spec)


class Status(enum.IntEnum):
    """What a call did."""

    OK = 0
    ENOMEM = -1
    EINVAL = -2
    ENOTFOUND = -3
    ENOTSUP = -4
    EABI = -5
    EBACKEND = -6
    EMISMATCH = -7
    EWORKER = -8
    ETIMEDOUT = -9
    ECANCELLED = -10
    EFORMAT = -11
    EIO = -12
    EEMPTY = -13


class Exit(enum.IntEnum):
    """Exit statuses, the same as those of ``cbench``."""

    FINE = 0
    REGRESSED = 1
    USAGE = 2
    INCONCLUSIVE = 3
    BROKEN = 4
    INVALID = 5
    NOTHING = 77
    INTERRUPTED = 130


class Accel(Word):
    """Acceleration mode."""

    ON = "on"
    NOCRYPTO = "nocrypto"
    OFF = "off"


class Outcome(Word):
    """How a cell ended."""

    MEASURED = "measured"
    UNSUPPORTED = "unsupported"
    UNPROVEN = "unproven"
    MISMATCH = "mismatch"
    FAILED = "failed"
    CRASHED = "crashed"
    TIMED_OUT = "timed-out"
    SKIPPED = "skipped"


class Variant(Word):
    """What is included in one operation."""

    MESSAGE = "message"
    STREAM = "stream"
    REKEY = "rekey"
    FRESH = "fresh"
    FETCH = "fetch"
    INPLACE = "inplace"
    MISALIGN = "misalign"
    SHAREDKEY = "sharedkey"


class Verdict(Word):
    """What a gate says of a cell; the gravest first."""

    REGRESSED = "regressed"
    BROKEN = "broken"
    MISSING = "missing"
    INCOMPARABLE = "incomparable"
    SUSPECT = "suspect"
    NOISY = "noisy"
    WAIVED = "waived"
    IMPROVED = "improved"
    NEW = "new"
    UNCHANGED = "unchanged"
    IDENTICAL = "identical"


class Standing(Word):
    """Whether a candidate of advice can be recommended."""

    RANKED = "ranked"
    UNMEASURED = "unmeasured"
    UNSUPPORTED = "unsupported"
    UNFIT = "unfit"
    FAILED = "failed"


class AdviceKind(Word):
    """What kind of answer advice is."""

    CLEAR = "clear"
    EITHER = "either"
    ONLY = "only"
    NONE = "measure-first"


class Basis(Word):
    """Where the time of a part of advice comes from."""

    MEASURED = "measured"
    BETWEEN = "between"
    BEYOND = "beyond"
    MISSING = "missing"


class Change(Word):
    """How a cell of the head compares with its counterpart in the base."""

    FASTER = "faster"
    SLOWER = "slower"
    SAME = "same"
    NEW = "new"
    MISSING = "missing"
    INCOMPARABLE = "incomparable"
    INVALID = "invalid"
