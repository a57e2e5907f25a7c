# SPDX-License-Identifier: BSD-3-Clause
"""Whether a run goes on, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass

from mdsim.report.sections.state import KILLED
from mdsim.report.words import seconds
from mdsim.results import Progress, Results
from mdsim.results.progress import is_written

STALLED = 60.0
"""a run of which nothing was heard for so many seconds is said to be stalled; it writes once a second"""

CLOSING = 10.0
"""so many seconds after its last word a run may still be closing its files"""

ENDS = {
    "finished": "finished",
    "stopped": "stopped at a checkpoint",
    "failed": "failed",
    "killed": "ended without a last word",
}
UNSEEN = "Its process cannot be seen from this host: if it has died, nothing but the age of the numbers says so."
HELD = "A process has the folder: it may be about to begin another part of the run."
WAITING = "a step, a disk, another rank or the script that leads it takes that long"
RESUME = "`mdsim INPUT --resume` goes on."


@dataclass(frozen=True)
class Standing:
    """The state of a run in words."""

    heading: str
    """`running`, `stalled`, `finished` ..."""
    remarks: list[str]
    """sentences: why it ended, what can be done"""
    has_ended: bool
    """whether nothing more will come"""


def standing_of(run: Results, state: str, progress: Progress) -> Standing:
    """How a run in this state stands, by the age of its numbers and the lock of its folder."""
    written = is_written(run.folder)
    if state == "running":
        return _going_on(progress.age, written)
    reasons = _reasons(state, progress)
    if written and progress.age > CLOSING:
        return Standing(ENDS[state], [*reasons, HELD], False)
    return Standing(ENDS[state], reasons, True)


def _going_on(age: float, written: bool | None) -> Standing:
    remarks = [UNSEEN] if written is None else []
    if age < STALLED:
        return Standing("running", remarks, False)
    stalled = f"Nothing came for {seconds(age)}: {WAITING}, or it hangs."
    return Standing("stalled", [stalled, *remarks], False)


def _reasons(state: str, progress: Progress) -> list[str]:
    if state == "killed":
        return [f"{KILLED}." if progress.checkpoint_step is not None else "It was killed, or its machine went down."]
    words = [progress.message] if progress.message else []
    return [*words, RESUME] if state == "stopped" else words
