# SPDX-License-Identifier: BSD-3-Clause
"""One look at a run."""

from __future__ import annotations

from dataclasses import dataclass, field

from mdsim.report.words import error_words, whole
from mdsim.results import Results
from mdsim.watch.facts import NOT_KNOWN, Fact, facts_of, known, subject_of
from mdsim.watch.standing import Standing, standing_of


@dataclass(frozen=True)
class View:
    """All that is shown."""

    folder: str
    standing: Standing
    fraction: float
    """of all steps that are done"""
    facts: list[Fact]
    thermo: str
    """what stands above the newest thermo values"""
    newest: list[Fact] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    """each once, the newest last"""


def look(run: Results) -> View:
    """Reads the files of a run as they are now; raises FileNotFoundError or ValueError where progress.json is bad."""
    state = run.state
    progress = run.progress
    standing = standing_of(run, state if progress.state == "running" else progress.state, progress)
    thermo, newest = _newest(run)
    warnings = list(dict.fromkeys(known(lambda: run.warnings, [])))
    return View(
        folder=str(run.folder),
        standing=standing,
        fraction=max(0.0, min(1.0, progress.fraction)),
        facts=facts_of(subject_of(run, progress), standing.heading),
        thermo=thermo,
        newest=newest,
        warnings=warnings,
    )


def _newest(run: Results) -> tuple[str, list[Fact]]:
    """The last thermo row, or why there is none."""
    try:
        table = run.thermo_table()
    except NOT_KNOWN as error:
        return f"no thermo values: {error_words(error)}", []
    if not len(table["step"]):
        return "no thermo values yet", []
    names = [name for name in table if name != "step"]
    values = [f"{table[name][-1]:.7g} {table.units[name]}".rstrip() for name in names]
    return f"thermo at step {whole(table['step'][-1])}", [(n.replace("_", " "), v) for n, v in zip(names, values)]
