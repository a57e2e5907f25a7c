# SPDX-License-Identifier: BSD-3-Clause
"""What was planned, and what was done of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Callable

from mdsim.report.run_input import ends_of, name_of, parts_of, samples_until, stages_of, time_at, time_unit
from mdsim.report.table import TextTable, table
from mdsim.report.words import column_words, number, plural, size, unit_words, whole
from mdsim.results import Results

STRUCTURE = ("cna", "centro_symmetry", "coordination")
_CHECKPOINT = re.compile(r"^\S+Z checkpoint of step \d+", re.MULTILINE)


def content(run: Results) -> dict[str, Any]:
    """Tables of stages, of output and of files."""
    step = run.progress.step
    return {"tables": [_stages(run, step), _output(run, step), _files(run.folder)], "resumed": _resumed(run)}


def _resumed(run: Results) -> str:
    """In how many starts the run was made, if in several."""
    try:
        count = len(parts_of(run))
    except OSError:
        return ""
    return plural(count, "start") if count > 1 else ""


def _stages(run: Results, step: int) -> TextTable:
    stages, unit = stages_of(run), unit_words(time_unit(run))
    ends, rows = ends_of(stages), []
    for place, (stage, end) in enumerate(zip(stages, ends)):
        begin = end - int(stage["steps"])
        done = max(0, min(step, end) - begin)
        time = time_at(stages, end) - time_at(stages, begin)
        rows.append([name_of(stage, place), _ensemble(stage), whole(stage["steps"]), whole(done), number(time)])
    time_head = f"Time planned [{unit}]" if unit else "Time planned"
    return table("Stages", ["Stage", "Ensemble", "Steps planned", "Steps done", time_head], rows, (2, 3, 4))


def _ensemble(stage: dict[str, Any]) -> str:
    words = column_words(str(stage["ensemble"]))
    if "temperature" in stage:
        words += f", T = {number(stage['temperature'])}"
    if "temperature_end" in stage:
        words += f" to {number(stage['temperature_end'])}"
    return words


def _output(run: Results, step: int) -> TextTable:
    stages, settings = stages_of(run), run.input
    last = ends_of(stages)[-1]
    rows = [
        _row("frames", stages, settings, "trajectory", step, lambda: len(run.trajectory)),
        _row("rows of thermo", stages, settings, "thermo", step, lambda: len(run.thermo_table()["step"])),
    ]
    for name in STRUCTURE:
        if name in settings:
            rows.append(_row(f"rows of {column_words(name)}", stages, settings, name, step, _rows_of(run, name)))
    rows.append(_row("checkpoints", stages, settings, "checkpoint", step, lambda: len(_CHECKPOINT.findall(run.log))))
    heads = ["Output", f"Planned up to step {whole(last)}", f"Due by step {whole(step)}", "There"]
    return table("Output", heads, rows, (1, 2, 3))


def _rows_of(run: Results, name: str) -> Callable[[], int]:
    return lambda: len(run.observables[name]["step"])


def _row(
    words: str,
    stages: list[dict[str, Any]],
    settings: dict[str, Any],
    section: str,
    step: int,
    count: Callable[[], int],
) -> list[str]:
    every = int(settings.get(section, {}).get("every", 0))
    planned, due = (samples_until(stages, f"{section}_every", every, until) for until in (ends_of(stages)[-1], step))
    if section == "checkpoint":
        return [words, _checkpoints(settings, planned), "–", _count(count)]
    return [words, whole(planned), whole(due), _count(count, due)]


def _checkpoints(settings: dict[str, Any], planned: int) -> str:
    """Checkpoints by steps, by the clock, and the one at the end."""
    clock = float(settings["checkpoint"].get("wall_every", 0))
    ways = [f"{whole(planned)} by steps"] if planned else []
    if clock > 0:
        ways.append(f"one each {number(clock)} s")
    return ", ".join([*ways, "one at the end"])


def _count(count: Callable[[], int], due: int | None = None) -> str:
    try:
        return whole(count())
    except FileNotFoundError:
        return "0" if due == 0 else "the file is not there"
    except (ImportError, OSError, ValueError, KeyError):
        return "the file cannot be read"


def _files(folder: Path) -> TextTable:
    """The files of the folder, the largest first."""
    sizes = _sizes(folder)
    sums = sum(count for name, count in sizes.items() if name.endswith(".sums"))
    shown = {name: count for name, count in sizes.items() if not name.endswith(".sums") and count}
    if sums:
        shown["checksums (*.sums)"] = sums
    rows = [[name, size(count)] for name, count in sorted(shown.items(), key=lambda entry: -entry[1])]
    return table("Disk", ["File", "Size"], [*rows, ["all together", size(sum(sizes.values()))]], (1,))


def _sizes(folder: Path) -> dict[str, int]:
    """The sizes of all files; a run that goes on may rename one meanwhile."""
    found = {}
    for path in sorted(folder.iterdir()):
        try:
            if path.is_file():
                found[path.name] = path.stat().st_size
        except FileNotFoundError:
            continue
    return found
