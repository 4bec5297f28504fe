# SPDX-License-Identifier: Apache-2.0
"""What is raised where a call fails.

That a library lacks a cipher, crashes or answers wrongly is no exception: it is the outcome of a
cell.
"""

from __future__ import annotations

from typing import Any, Dict, Optional, Type

from .words import Status


class Error(Exception):
    """A call that failed.

    ``status`` says which way. ``results`` is what was measured until then, or None: it is also set
    on other exceptions that end a measurement, such as ``KeyboardInterrupt``, if there is any.
    """

    status: Status = Status.EWORKER
    results: Any = None

    def __init__(self, message: str = "", status: Optional[int] = None) -> None:
        super().__init__(message)
        if status is not None and status in Status._value2member_map_:
            self.status = Status(status)

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class ArgumentError(Error, ValueError):
    """An argument that cannot be used."""

    status = Status.EINVAL


class NotFoundError(Error, KeyError):
    """No such backend, library, algorithm, option, cell."""

    status = Status.ENOTFOUND


class UnsupportedError(Error, NotImplementedError):
    """This version, or this system, cannot do that."""

    status = Status.ENOTSUP


class BackendError(Error):
    """A backend, or the crypto library below it, cannot be used."""

    status = Status.EBACKEND


class MismatchError(Error):
    """A wrong answer."""

    status = Status.EMISMATCH


class WorkerError(Error, RuntimeError):
    """No worker process can be started."""

    status = Status.EWORKER


class TimeLimitError(Error, TimeoutError):
    """A time limit was reached."""

    status = Status.ETIMEDOUT


class Cancelled(Error):
    """The progress callback returned False. ``results`` has what was measured until then."""

    status = Status.ECANCELLED


class FormatError(Error, ValueError):
    """A document that cannot be read; the message has the place and the reason."""

    status = Status.EFORMAT


class FileError(Error, OSError):
    """A file that cannot be read or written."""

    status = Status.EIO


class NothingToMeasure(Error):
    """The plan selects nothing."""

    status = Status.EEMPTY


class OutOfMemory(Error, MemoryError):
    """Memory ran out."""

    status = Status.ENOMEM


_CLASSES: Dict[int, Type[Error]] = {
    cls.status: cls
    for cls in (
        ArgumentError,
        NotFoundError,
        UnsupportedError,
        BackendError,
        MismatchError,
        WorkerError,
        TimeLimitError,
        Cancelled,
        FormatError,
        FileError,
        NothingToMeasure,
        OutOfMemory,
    )
}
_CLASSES[Status.EABI] = BackendError


def error_of(status: int, message: str) -> Error:
    """The exception for a status of libcb."""
    return _CLASSES.get(status, Error)(message, status)
