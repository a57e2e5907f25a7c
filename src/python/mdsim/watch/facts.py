# SPDX-License-Identifier: BSD-3-Clause
"""What is known of a run, as pairs of a name and a text."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Callable

from mdsim.report.run_input import ends_of, name_of, stages_of, time_unit
from mdsim.report.words import seconds, size, whole
from mdsim.results import Progress, Readings, Results
from mdsim.watch.drift import SPEED_TIME, drift_words, in_words
from mdsim.watch.machine import free_words, gpu_rows, imbalance_words, memory_words, waits_words

DAY = 86400.0
ALIVE = ("running", "stalled")
"""headings of runs that go on"""
NOT_KNOWN = (ImportError, OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError)
"""what reading may raise where a file is missing, damaged or of an early version"""

_ATOMS = re.compile(r"^\S+Z (\d+) atoms, ", re.MULTILINE)

Fact = tuple[str, str]


@dataclass(frozen=True)
class Subject:
    """A run at one look, whose small files are read once."""

    run: Results
    progress: Progress
    summary: dict[str, Any]
    """of a run that has ended well; otherwise empty"""
    log: str
    stages: list[dict[str, Any]]
    """of the input; empty where it cannot be read"""
    time_unit: str

    @property
    def readings(self) -> Readings:
        """What the run said last."""
        return self.progress.readings

    @property
    def stage(self) -> dict[str, Any]:
        """The stage in hand, by its name, or where several have it by the step."""
        names = [name_of(stage, place) for place, stage in enumerate(self.stages)]
        if names.count(self.progress.stage) == 1:
            return self.stages[names.index(self.progress.stage)]
        ends = ends_of(self.stages)
        return self.stages[next((k for k, end in enumerate(ends) if self.progress.step < end), -1)]

    @property
    def stage_begin(self) -> int:
        """The step at which it began, by the log; a minimization before it may have ended early."""
        words = rf'^\S+Z "{re.escape(self.progress.stage)}" \(\w+\) from step (\d+), '
        found = re.search(words, self.log, re.MULTILINE)
        if found is None:
            raise ValueError("the log does not say when the stage began")
        return int(found[1])

    @property
    def atoms(self) -> int:
        """The number of atoms."""
        found = _ATOMS.search(self.log)
        return int(self.summary["atoms"] if found is None else found[1])

    @property
    def rate(self) -> float | None:
        """Steps per second: over the recent past, or of all steps of a run that has ended."""
        return self.summary.get("steps_per_second") or self.progress.rate or None


def subject_of(run: Results, progress: Progress) -> Subject:
    """Reads the small files, as far as they are there."""
    ended = progress.state in ("finished", "stopped")
    summary = known(lambda: run.summary, {}) if ended else {}
    unit = known(lambda: time_unit(run).replace("tau", ""), "?")
    return Subject(run, progress, summary, known(lambda: run.log, ""), known(lambda: stages_of(run), []), unit)


def known(read: Callable[[], Any], otherwise: Any) -> Any:
    """What is read, or something else where that cannot be."""
    try:
        return read()
    except NOT_KNOWN:
        return otherwise


def facts_of(subject: Subject, heading: str) -> list[Fact]:
    """All that is known, in order; what is not known is left out."""
    rows = [*_progress_rows(subject, heading), *_machine_rows(subject, heading)]
    found = [(name, known(read, "")) for name, read in rows]
    return [(name, text) for name, text in [*found, *gpu_rows(subject.readings)] if text]


def _progress_rows(subject: Subject, heading: str) -> Iterator[tuple[str, Callable[[], str]]]:
    progress = subject.progress
    yield "step", lambda: f"{whole(progress.step)} of {whole(progress.last_step)}"
    yield "stage", lambda: progress.stage
    yield "rate", partial(_rate, subject)
    if heading in ALIVE:
        yield "time left", lambda: seconds(progress.seconds_left)
    yield "time taken", lambda: "" if progress.wall_seconds is None else seconds(progress.wall_seconds)
    yield "last checkpoint", partial(_checkpoint, subject)
    yield "last news", lambda: ago(progress.age)


def _machine_rows(subject: Subject, heading: str) -> Iterator[tuple[str, Callable[[], str]]]:
    yield "energy drift", partial(_drift, subject)
    yield "list rebuilds", partial(_rebuilds, subject)
    yield "memory", partial(_memory, subject)
    if heading in ALIVE:
        yield "free memory", lambda: free_words(subject.readings)
    yield "imbalance", partial(_imbalance, subject)
    yield "waits of ranks", partial(_waits, subject)


def _rate(subject: Subject) -> str:
    if subject.rate is None:
        return "not known yet"
    steps = f"{per_second(subject.rate)} steps/s"
    per_day = known(lambda: _per_day(subject, subject.rate or 0.0), "")
    return f"{steps}, {per_day}" if per_day else steps


def ago(age: float) -> str:
    """`3 min 5 s ago`; never less than 0 s, where another host has written and its clock is ahead."""
    return f"{seconds(max(0, round(age)))} ago"


def per_second(value: float) -> str:
    """`12,345` or `12.34`."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


def _per_day(subject: Subject, rate: float) -> str:
    if subject.stage["ensemble"] == "minimize":
        return ""
    scale, unit = SPEED_TIME[subject.time_unit]
    return f"{float(subject.stage['time_step']) * scale * rate * DAY:.4g} {unit}/day"


def _checkpoint(subject: Subject) -> str:
    if subject.progress.checkpoint_step is None:
        return "none yet"
    step = f"step {whole(subject.progress.checkpoint_step)}"
    written = known(lambda: (subject.run.folder / "checkpoint.h5").stat().st_mtime, None)
    return step if written is None else f"{step}, {ago(time.time() - written)}"


def _drift(subject: Subject) -> str:
    if subject.summary:
        drift = subject.summary["energy_drift"]
        if drift is None or drift["rate_per_atom"] is None:
            return ""
        return in_words(drift["rate_per_atom"], drift["standard_error"], drift["energy_unit"], drift["time_unit"])
    said = subject.readings.drift
    if said is not None:
        return in_words(said.rate, said.standard_error, said.energy_unit, said.time_unit)
    return drift_words(subject.stage, subject.stage_begin, subject.atoms, subject.run.thermo_table())


def _rebuilds(subject: Subject) -> str:
    count, interval = subject.readings.rebuilds, subject.readings.rebuild_interval
    if subject.summary:
        rebuilds = subject.summary["rebuilds"]
        count = int(rebuilds["count"])
        interval = rebuilds["steps_between"] / count if count else None
    if count is None:
        return ""
    return "none" if interval is None else f"{whole(count)}, every {interval:.3g} steps"


def _memory(subject: Subject) -> str:
    if not subject.summary:
        return memory_words(subject.readings)
    most = size(subject.summary["memory_high_water_bytes"])
    return f"{most} in all processes at most, {subject.summary['bytes_per_atom']:.0f} bytes an atom"


def _imbalance(subject: Subject) -> str:
    said = subject.readings
    if said.imbalance is not None:
        return imbalance_words(said.imbalance, len(said.waits))
    ranks = int(subject.summary["ranks"])
    return imbalance_words(subject.summary["exchange"]["imbalance"], ranks) if ranks > 1 else ""


def _waits(subject: Subject) -> str:
    return waits_words(list(subject.readings.waits) or subject.summary["exchange"]["seconds_waited"])
