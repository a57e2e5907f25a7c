# SPDX-License-Identifier: BSD-3-Clause
"""What became of the run."""

from __future__ import annotations

import re
from typing import Any

from mdsim.report.run_input import parts_of, stages_of, summary_of, time_at, time_unit
from mdsim.report.words import number, seconds, whole, with_unit
from mdsim.results import Progress, Results

KILLED = "It was killed, or its machine went down. `mdsim INPUT --resume` goes on from the last checkpoint"

_ATOMS = re.compile(r"^\S+Z (\d+) atoms, ", re.MULTILINE)


def content(run: Results) -> dict[str, Any]:
    """State, steps, times and speed."""
    progress = run.progress
    state = run.state
    return {"state": state, "reason": _reason(state, progress), "facts": _facts(run, progress, state)}


def _reason(state: str, progress: Progress) -> str:
    return KILLED if state == "killed" else progress.message


def _facts(run: Results, progress: Progress, state: str) -> list[tuple[str, str]]:
    summary = _summary(run)
    rate = summary.get("steps_per_second") or progress.rate
    found = [
        ("Steps", _steps(progress)),
        ("Simulated time", _simulated(run, progress.step)),
        ("Atoms", _atoms(run, summary)),
        ("Time of the last start" if _parts(run) > 1 else "Wall time", seconds(progress.wall_seconds)),
        ("Speed", f"{number(rate, 4)} steps/s"),
    ]
    if state != "finished":
        found.append(("Stage", progress.stage))
    if state == "running":
        found.append(("Time left", seconds(progress.seconds_left)))
    if progress.checkpoint_step is not None:
        found.append(("Last checkpoint", f"step {whole(progress.checkpoint_step)}"))
    return found


def _steps(progress: Progress) -> str:
    percent = f"{100 * progress.fraction:.1f}\N{NO-BREAK SPACE}%"
    return f"{whole(progress.step)} of {whole(progress.last_step)} ({percent})"


def _summary(run: Results) -> dict[str, Any]:
    try:
        return summary_of(run)
    except (OSError, ValueError):
        return {}


def _simulated(run: Results, step: int) -> str:
    try:
        return with_unit(number(time_at(stages_of(run), step)), time_unit(run))
    except (ImportError, OSError, ValueError, KeyError, TypeError):
        return "unknown, as the input cannot be read"


def _atoms(run: Results, summary: dict[str, Any]) -> str:
    """The number of atoms: by the summary, else by the log."""
    try:
        found = _ATOMS.search(run.log)
    except (OSError, ValueError):
        found = None
    count = summary.get("atoms") or (found and found[1])
    return whole(int(count)) if count else "unknown"


def _parts(run: Results) -> int:
    try:
        return len(parts_of(run))
    except (OSError, ValueError):
        return 0
