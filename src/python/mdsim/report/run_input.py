# SPDX-License-Identifier: BSD-3-Clause
"""What several sections ask of a run."""

from __future__ import annotations

from typing import Any

from mdsim.results import Part, Results
from mdsim.results.progress import parts_of_log

TIME_UNITS = {"lj": "tau", "metal": "ps", "real": "fs", "nano": "ps"}


def stages_of(run: Results) -> list[dict[str, Any]]:
    """The stages of the input."""
    return list(run.input["stage"])


def name_of(stage: dict[str, Any], place: int) -> str:
    """What messages of mdsim call a stage."""
    return str(stage.get("name") or f"stage {place}")


def time_unit(run: Results) -> str:
    """The unit of time."""
    return TIME_UNITS.get(run.input["units"]["system"], "")


def ends_of(stages: list[dict[str, Any]]) -> list[int]:
    """The last step of each stage."""
    ends, step = [], 0
    for stage in stages:
        step += int(stage["steps"])
        ends.append(step)
    return ends


def time_at(stages: list[dict[str, Any]], step: int) -> float:
    """The simulated time at a step."""
    time, begin = 0.0, 0
    for stage, end in zip(stages, ends_of(stages)):
        time += max(0, min(step, end) - begin) * float(stage["time_step"])
        begin = end
    return time


def samples_until(stages: list[dict[str, Any]], key: str, every: int, step: int) -> int:
    """The number of multiples of `every`, or what a stage has in its place under `key`, from 0 to a step.

    A step at which a stage ends belongs to that stage, step 0 to the first.
    """
    count, begin = 0, -1
    for stage, end in zip(stages, ends_of(stages)):
        here = int(stage.get(key, every))
        if here > 0:
            count += max(0, min(step, end) // here - begin // here)
        begin = end
    return count


def summary_of(run: Results) -> dict[str, Any]:
    """summary.json of a run that has ended well.

    Raises FileNotFoundError of all others: theirs may be of an earlier start.
    """
    if run.progress.state not in ("finished", "stopped"):
        raise FileNotFoundError("a run writes summary.json when it finishes or stops")
    return run.summary


def parts_of(run: Results) -> list[Part]:
    """The starts of the program; by the log where the summary is damaged."""
    try:
        return run.parts
    except (ValueError, TypeError, AttributeError):
        return parts_of_log(run.log)
