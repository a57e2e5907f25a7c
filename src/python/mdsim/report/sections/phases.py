# SPDX-License-Identifier: BSD-3-Clause
"""The time in each phase of a step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mdsim.report.run_input import summary_of
from mdsim.report.words import seconds
from mdsim.results import Results


@dataclass(frozen=True)
class Phase:
    """A phase of the table."""

    name: str
    time: str
    percent: float


def content(run: Results) -> dict[str, Any]:
    """The phases that took any time, in the order of a step."""
    summary = summary_of(run)
    times = {str(name): float(time) for name, time in summary["phase_seconds"].items()}
    all_of_them = sum(times.values())
    shown = [Phase(name, seconds(time), 100 * time / all_of_them) for name, time in times.items() if time > 0]
    return {"phases": shown, "total": seconds(all_of_them)}
