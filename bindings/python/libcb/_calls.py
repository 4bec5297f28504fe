# SPDX-License-Identifier: Apache-2.0
"""Contexts and the calls that measure."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Dict, Iterable, Mapping, Optional, Tuple, Union

from . import native
from . import _options as _o
from ._functions import Function, list_functions
from .advised import Profile
from .cells import BaselineInfo, Info, Progress
from ._document import Document, opened, to_json
from .documents import DOCUMENTS, Advice, Comparison, Gate, Inventory, Proofs, Results, Selftest
from .words import Accel
from .errors import ArgumentError, FormatError, error_of

Path = Union[str, "os.PathLike[str]"]
Texts = Union[str, Iterable[str]]
Numbers = Union[int, str, Iterable[Union[int, str]]]
Teller = Callable[[Progress], Any]
Hook = Callable[[], Any]
Measurable = Union[Hook, Function, Mapping[str, Union[Hook, Function]]]
Source = Union[Path, bytes, Document, Mapping[str, Any]]
ResultsSource = Union[Path, bytes, Results, Mapping[str, Any]]
TextSource = Union[Path, bytes]

_RUN = _o.options_for(native.USED_BY_RUN)
_PROVE = _o.options_for(native.USED_BY_PROVE)
_MEASURE = _o.options_for(native.USED_BY_MEASURE)
_GATE = _o.options_for(native.USED_BY_GATE)
_ADVISE = _o.options_to_advise()
_KINDS = {
    native.Results: Results,
    native.Gate: Gate,
    native.Proofs: Proofs,
    native.Comparison: Comparison,
    native.Advice: Advice,
    native.Selftest: Selftest,
}


def _wrap(handle: Any) -> Any:
    kind = _KINDS.get(type(handle))
    return kind(handle) if kind is not None else handle


def _exception(status: int, message: str, pending: Any, made: Any) -> BaseException:
    """What is raised: an exception of a callback or a signal as it is, with what was measured."""
    error = pending if pending is not None else error_of(status, message)
    if made is not None:
        try:
            error.results = _wrap(made)
        except (AttributeError, TypeError):
            pass  # an exception that takes no attributes arrives all the same
    return error


native.set_error_factory(_exception)


def _teller(progress: Optional[Callable[[Progress], Any]]) -> Any:
    if progress is None or not callable(progress):
        return progress  # what is no callable is refused below

    def tell(*figures: Any) -> Any:
        report = Progress(*figures)
        return progress(report._replace(remaining_s=None) if figures[5] < 0 else report)

    return tell


def _rules(call: str, given: Dict[str, Any], rules: Any, allow_removed: Any = None) -> Any:
    """File, cells that may be missing, settings; the latter are taken out of `given`."""
    named = {name: given.pop(name) for name in list(given) if name in _o.SETTINGS}
    return (
        _o.path("rules", rules),
        _o.join("allow_removed", allow_removed),
        _o.texts(call, _o.SETTINGS, named),
    )


class Context:
    """Knows where backends and workers are.

    One call at a time; different contexts are independent. Module functions such as ``run()`` use
    a context of their own, which is as good unless backends are elsewhere.
    """

    def __init__(self, *, backend_path: Union[Path, Iterable[Path], None] = None, worker: Optional[Path] = None, launcher: Texts = (),
                 backends: Union[Path, Iterable[Path]] = ()) -> None:
        """
        * backend_path: directories with backend modules, one or a list
        * worker: the cb-worker program
        * launcher: words in front of each worker's command line, such as ["taskset", "-c", "3"]
        * backends: files of backend modules to add, one or a list
        """
        if backend_path is not None and not isinstance(backend_path, (str, os.PathLike)):
            backend_path = os.pathsep.join(os.fspath(each) for each in backend_path)
        words = launcher.split() if isinstance(launcher, str) else launcher
        path, program = _o.path("backend_path", backend_path), _o.path("worker", worker)
        self._native: Any = native.Context(path, program, words)
        if isinstance(backends, (str, os.PathLike)):
            backends = (backends,)
        for backend in backends:
            self.add_backend(backend)

    def __enter__(self) -> Context:
        return self

    def __exit__(self, *exception: Any) -> None:
        self.close()

    def close(self) -> None:
        """Ends the use of the context; documents made with it live on."""
        self._native = None

    @property
    def _open(self) -> Any:
        if self._native is None:
            raise ArgumentError("the context is closed")
        return self._native

    def __repr__(self) -> str:
        return "<libcb.Context: %s>" % (
            "closed" if self._native is None else ", ".join(self.backends) or "no backends")

    @property
    def backends(self) -> Dict[str, str]:
        """Names of the backend modules, and their files."""
        names = self._open.backends().splitlines()
        return {name: self._open.backend_file(i) for i, name in enumerate(names)}

    @property
    def worker(self) -> str:
        """The worker program that would be started."""
        return str(self._open.worker())

    def add_backend(self, file: Path) -> None:
        """Adds a backend module that is outside the backend path."""
        self._open.add_backend(_o.path("file", file))

    def info(self) -> Info:
        """The parts of libcb that are used, and this machine."""
        environment = json.loads(self._open.environment())
        return Info(native.version(), self.worker, self.backends, environment)

    def inventory(self) -> Inventory:
        """What libraries offer in each mode. Asks a worker for each, which takes a moment."""
        return Inventory(self._open.inventory())

    @_o.takes(_RUN)
    def run(self, *subjects: str, progress: Optional[Teller] = None, **options: Any) -> Results:
        """Measures, and returns the results.

        A subject is ``[LABEL@]BACKEND[:ACCEL][=LIBRARY]``; without any, every library that is
        found is measured in each mode of `accel`. `progress` is called with a `Progress` about ten
        times a second; if it returns False or raises, the run ends, and the exception that arrives
        has what was measured in its attribute ``results``, as has KeyboardInterrupt.
        """
        given = _o.texts("run", _RUN, options)
        return Results(self._open.run(subjects, given, _teller(progress)))

    @_o.takes(_PROVE)
    def prove(self, *subjects: str, progress: Optional[Teller] = None, **options: Any) -> Proofs:
        """Follows one operation of each cell, and returns which instructions were executed."""
        given = _o.texts("prove", _PROVE, options)
        return Proofs(self._open.prove(subjects, given, _teller(progress)))

    @_o.takes(_ADVISE)
    def advise(self, *results: ResultsSource, profile: TextSource = native.PROFILE_USUAL, accel: Optional[str] = None,
               across_machines: bool = False, subjects: Iterable[str] = (), progress: Optional[Teller] = None,
               **options: Any) -> Advice:
        """Which library and algorithm to take for a kind of work.

        On `results`: Results, files or documents. Without any it measures what the profile weighs,
        which the options and `subjects` are about. `profile` is a name of ``profiles()``, a file
        (docs/advice.md), or its text: bytes, or a str with a line end. `accel` is the mode that
        counts, instead of the profile's; `across_machines` makes one ranking of all machines.
        """
        work = _profile(profile)
        given = _o.texts("advise", _ADVISE, options)
        if results and (given or subjects or progress):
            raise ArgumentError("with results nothing is measured: leave out %s" % ", ".join(
                given or (["subjects"] if subjects else ["progress"])))
        listed = tuple(_results_of(each) for each in results) or (Results(self._open.run_for(
            work, accel, _labels("subjects", subjects), given, _teller(progress))),)
        handle = native.advise(_documents(listed), work, accel, bool(across_machines))
        return Advice(handle, results=listed, keep=work)

    @_o.takes(_MEASURE)
    def measure(self, *functions: Measurable, size: int = 0, setup: Optional[Hook] = None,
                teardown: Optional[Hook] = None, progress: Optional[Teller] = None,
                **options: Any) -> Results:
        """Times callables of this program against each other, and an empty one beside them.

        They are sampled in turn by the harness that samples libraries, but in this process: there
        is no isolation. Each is a callable, a `Function`, or a dict of these by name; `size` is
        how many bytes one call works through. `setup` and `teardown` are called around each launch,
        untimed. The cell of a callable is ``results["function/NAME/call/SIZE/on"]``. What one of
        them raises ends the measurement and arrives, with its attribute ``results``.
        """
        given = _o.texts("measure", _MEASURE, options)
        listed = list_functions(functions, size, setup, teardown)
        return Results(self._open.measure(listed, given, _teller(progress)))

    @_o.takes(_o.SETTINGS, _GATE)
    def gate(self, base: str, head: str, *, rules: Optional[Path] = None, allow_removed: Optional[Texts] = None,
             progress: Optional[Teller] = None, **options: Any) -> Gate:
        """Measures `base` against `head`, next to each other, and judges.

        `rules` is a file (docs/gate-rules.md); settings given here count more. Whatever the
        verdicts are, the gate is returned: see ``ok`` and ``exit``.
        """
        ruled = _rules("gate", options, rules, allow_removed)
        given = _o.texts("gate", {**_o.SETTINGS, **_GATE}, options)
        return Gate(self._open.gate(base, head, *ruled, given, _teller(progress)))

    @_o.takes(_o.SETTINGS, _GATE)
    def gate_baseline(self, file: Path, *subjects: str, rules: Optional[Path] = None,
                      allow_removed: Optional[Texts] = None, progress: Optional[Teller] = None, **options: Any) -> Gate:
        """Judges today's libraries against the baseline `file`.

        Without subjects, those of the baseline's newest run.
        """
        ruled = _rules("gate_baseline", options, rules, allow_removed)
        given = _o.texts("gate_baseline", {**_o.SETTINGS, **_GATE}, options)
        return Gate(self._open.gate_baseline(
            _o.path("file", file), subjects, *ruled, given, _teller(progress)))

    @_o.takes(_o.SETTINGS, _GATE)
    def accept_baseline(self, file: Path, reason: str, *subjects: str, rules: Optional[Path] = None,
                        allow_removed: Optional[Texts] = None, progress: Optional[Teller] = None, **options: Any) -> Gate:
        """As gate_baseline(), and then makes today's libraries the baseline.

        `reason` is one line that is kept in the file.
        """
        ruled = _rules("accept_baseline", options, rules, allow_removed)
        given = _o.texts("accept_baseline", {**_o.SETTINGS, **_GATE}, options)
        return Gate(self._open.accept_baseline(
            _o.path("file", file), reason, subjects, *ruled, given, _teller(progress)))

    @_o.takes(_GATE)
    def save_baseline(self, file: Path, *subjects: str, no_library: bool = False,
                      progress: Optional[Teller] = None, **options: Any) -> BaselineInfo:
        """Measures, and saves a baseline; if `file` is one already, a further run of it."""
        given = _o.texts("save_baseline", _GATE, options)
        return BaselineInfo(*self._open.save_baseline(
            _o.path("file", file), bool(no_library), subjects, given, _teller(progress)))

    @_o.takes(_o.SETTINGS, _GATE)
    def selftest(self, subject: str = "openssl:on", *, runs: int = 10, real: int = 0,
                 keep: Optional[Path] = None, rules: Optional[Path] = None, progress: Optional[Teller] = None,
                 **options: Any) -> Selftest:
        """How reliable a gate is here: `runs` null gates, `real` ones with a slowdown.

        `keep` is a directory that gets what each gate measured, for selftest_recorded().
        """
        file, _, settings = _rules("selftest", options, rules)
        given = _o.texts("selftest", {**_o.SETTINGS, **_GATE}, options)
        return Selftest(self._open.selftest(
            subject, runs, real, _o.path("keep", keep), file, settings, given, _teller(progress)))


def _function(method: Any) -> Any:
    call = _o.without_context(method)
    call.context_type = Context
    return call


info = _function(Context.info)
inventory = _function(Context.inventory)
run = _function(Context.run)
measure = _function(Context.measure)
advise = _function(Context.advise)
prove = _function(Context.prove)
gate = _function(Context.gate)
gate_baseline = _function(Context.gate_baseline)
accept_baseline = _function(Context.accept_baseline)
save_baseline = _function(Context.save_baseline)
selftest = _function(Context.selftest)


def _text_of(source: Source) -> Any:
    """The text of a document that is no file, else None."""
    if isinstance(source, Document):
        return source.json(compact=True)
    if isinstance(source, Mapping):
        return to_json(source)
    if isinstance(source, (bytes, bytearray, memoryview)):
        return source
    if isinstance(source, str) and source.lstrip().startswith("{"):
        return source
    return None


@_o.takes(_o.SETTINGS)
def judge(source: Source, *, rules: Optional[Path] = None, **settings: Any) -> Gate:
    """Judges again what a gate measured: a file, a Gate, its document or its text.

    By the rules that are stored in it: `rules`, a file, replaces them all; settings change them.
    """
    text = _text_of(source)
    file = _o.path("source", source) if text is None else None
    ruled, given = _o.path("rules", rules), _o.texts("judge", _o.SETTINGS, settings)
    return Gate(native.judge(file, text, ruled, given))


@_o.takes(_o.SETTINGS)
def selftest_recorded(directory: Path, *, rules: Optional[Path] = None, **settings: Any) -> Selftest:
    """Works a self-test out again from what `keep` wrote, without measuring."""
    ruled, given = _o.path("rules", rules), _o.texts("selftest_recorded", _o.SETTINGS, settings)
    return Selftest(native.selftest_recorded(_o.path("directory", directory), ruled, given))


def _results_of(source: Source) -> Results:
    if isinstance(source, Results):
        return source
    text = _text_of(source)
    if text is not None:
        return Results.from_json(text)
    return Results(native.load_results(_o.path("results", source)))


def _labels(name: str, value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def compare(base: ResultsSource, head: Optional[ResultsSource] = None, *, base_labels: Optional[Texts] = None, head_labels: Optional[Texts] = None,
            base_name: Optional[str] = None, head_name: Optional[str] = None, algorithms: Optional[Texts] = None, ops: Optional[Texts] = None,
            sizes: Optional[Numbers] = None, time: Optional[str] = None) -> Comparison:
    """Describes how two results differ, or two subjects of one.

    `base` and `head` are Results, files or documents; without `head`, the labels say which subjects
    of `base` are compared. The other options narrow what is compared.
    """
    old = _results_of(base)
    new = old if head is None else _results_of(head)
    given = {"base_name": base_name, "head_name": head_name, "algorithms": algorithms, "ops": ops,
             "sizes": sizes, "time": time}
    options = {
        name: _o.value_text(name, value) for name, value in given.items() if value is not None
    }
    handle = native.compare(old._handle, new._handle, _labels("base_labels", base_labels),
                            _labels("head_labels", head_labels), options)
    return Comparison(handle, keep=(old, new))


def _documents(results: Iterable[Results]) -> Any:
    """For a call that looks at all of them, and must not outlive them."""
    documents = native.open_documents()
    for each in results:
        documents.add(each._handle)
    return documents


def _is_text(source: Any) -> bool:
    """Whether it is a text rather than the name of a file."""
    if isinstance(source, str):
        return "\n" in source or "\r" in source
    return isinstance(source, (bytes, bytearray, memoryview))


def _profile(source: TextSource) -> Any:
    if not _is_text(source):
        return native.open_profile(_o.path("profile", source), None)
    text = source if isinstance(source, (str, bytes)) else bytes(source)  # type: ignore[arg-type]
    return native.open_profile("own-profile", text)


def profiles() -> Tuple[Profile, ...]:
    """The profiles that ``advise()`` knows by name."""
    found = []
    while native.profile_name_at(len(found)) is not None:
        each = native.open_profile(native.profile_name_at(len(found)), None)
        found.append(Profile(each.name(), each.summary(), each.unit(), Accel(each.accel())))
    return tuple(found)


@_o.takes(_o.IMPORT)
def import_speed(*sources: TextSource, **options: Any) -> Results:
    """Reads the output of ``openssl speed``, of every age, as results (docs/import.md).

    Each source is a file ("-": standard input), or a text: bytes, or a str with a line end. A figure
    that cannot be trusted is no error: its cell has ``doubtful``, ``reason`` and ``published``.
    """
    texts = native.open_import(_o.texts("import_speed", _o.IMPORT, options))
    for number, source in enumerate(sources, 1):
        if _is_text(source):
            texts.add("text %d" % number if len(sources) > 1 else "text", source)
        else:
            texts.add_file(_o.path("source", source))
    return Results(texts.finish())


def report(*results: ResultsSource, title: Optional[str] = None, names: Iterable[str] = (), headline: Optional[str] = None,
           command: Optional[str] = None, gate: Optional[Source] = None, file: Optional[Path] = None) -> str:
    """Results as one page of HTML that needs nothing else (docs/report.md); also into `file`.

    Of several, the others are compared with the first; `names` says what each is called. `headline`
    is the sentence it begins with, instead of one that the results give; `command` is shown as what
    made the page; the verdicts of `gate` are shown as well.
    """
    listed = [_results_of(each) for each in results]
    judged = gate if gate is None or isinstance(gate, Gate) else judge(gate)
    page = str(native.report(_documents(listed), title, _labels("names", names), headline, command,
                             None if judged is None else judged._handle))
    if file is not None:
        native.save_text(_o.path("file", file), page)
    return page


def load(file: Path) -> Document:
    """Reads a document of libcb, whatever its kind: Results, Gate, Proofs, Comparison, Advice,
    Selftest, Inventory."""
    name = _o.path("file", file)
    if name is None:
        raise TypeError("file must be str or os.PathLike, not None")
    try:
        return opened(name, None, DOCUMENTS)
    except FormatError:
        inventory = _inventory(name)
        if inventory is None:
            raise
        return inventory


def _inventory(name: Any) -> Optional[Inventory]:
    """What libraries offered, which libcb itself does not read; None if it is something else."""
    try:
        with open(name, "rb") as stream:
            return Inventory.from_json(stream.read())
    except (OSError, FormatError):
        return None
