# SPDX-License-Identifier: Apache-2.0
"""libcb measures crypto libraries, with and without hardware acceleration.

>>> import libcb
>>> results = libcb.run(algorithms=["aes-256-gcm"], accel=["on", "off"], sizes=[16384], budget=5)
>>> print(results.table())

docs/python.md has the whole of it.
"""

from __future__ import annotations

from . import native as _native
from ._calls import (
    Context,
    accept_baseline,
    advise,
    compare,
    gate,
    gate_baseline,
    import_speed,
    info,
    inventory,
    judge,
    load,
    measure,
    profiles,
    prove,
    report,
    run,
    save_baseline,
    selftest,
    selftest_recorded,
)
from ._functions import Function
from .advised import Candidate, Part, Profile, Ranking, SizeRange
from .cells import (
    BaselineInfo,
    Cell,
    Compared,
    Conclusion,
    Finding,
    Fit,
    FitStep,
    Implementation,
    Info,
    InstructionClass,
    Judged,
    Lack,
    Library,
    Mode,
    Note,
    NullRuns,
    Offer,
    Progress,
    Proof,
    Rate,
    Ratio,
    Samples,
    Subject,
    Summary,
)
from .documents import Advice, Comparison, Document, Gate, Inventory, Proofs, Results, Selftest
from .errors import (
    ArgumentError,
    BackendError,
    Cancelled,
    Error,
    FileError,
    FormatError,
    MismatchError,
    NotFoundError,
    NothingToMeasure,
    OutOfMemory,
    TimeLimitError,
    UnsupportedError,
    WorkerError,
)
from .words import Accel, AdviceKind, Basis, Change, Exit, Outcome, Standing, Status, Variant, Verdict

list = inventory

__version__: str = _native.version()

__all__ = [
    "Accel", "Advice", "AdviceKind", "ArgumentError", "BackendError", "BaselineInfo", "Basis", "Cancelled", "Candidate", "Cell", "Change",
    "Compared", "Comparison", "Conclusion", "Context", "Document", "Error", "Exit", "FileError",
    "Finding", "Fit", "FitStep", "FormatError", "Function", "Gate", "Implementation", "Info", "InstructionClass", "Inventory", "Judged",
    "Lack", "Library", "MismatchError", "Mode", "NotFoundError", "Note", "NothingToMeasure", "NullRuns", "Offer", "Outcome",
    "OutOfMemory", "Part", "Profile", "Progress", "Proof", "Proofs", "Ranking", "Rate", "Ratio", "Results", "Samples",
    "Selftest", "SizeRange", "Standing", "Status", "Subject", "Summary", "TimeLimitError", "UnsupportedError", "Variant",
    "Verdict", "WorkerError", "__version__", "accept_baseline", "advise", "compare", "gate",
    "gate_baseline", "import_speed", "info", "inventory", "judge", "load", "measure", "profiles", "prove", "report", "run", "save_baseline", "selftest",
    "selftest_recorded",
]
