# SPDX-License-Identifier: BSD-3-Clause
"""The columns of thermo over time."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from mdsim.report.figures import SOFT, Figure, figure
from mdsim.report.run_input import ends_of, stages_of, time_at
from mdsim.report.words import column_words, number, plural, with_unit
from mdsim.results import Results, Table


def content(run: Results) -> dict[str, Any]:
    """A figure of each column."""
    thermo = run.thermo_table()
    rows = len(thermo["step"])
    names = [name for name in thermo if name not in ("step", "time")] if rows else []
    begins = _begins(run, thermo) if rows else []
    return {
        "rows": plural(rows, "row"),
        "figures": [_figure(run, thermo, name, begins) for name in names],
        "begins": bool(begins),
    }


def _begins(run: Results, thermo: Table) -> list[float]:
    """When each stage but the first began."""
    try:
        stages = stages_of(run)
        times = [time_at(stages, end) for end in ends_of(stages)[:-1]]
    except (ImportError, OSError, ValueError, KeyError, TypeError):
        return []
    return [time for time in times if thermo["time"][0] < time < thermo["time"][-1]]


def _figure(run: Results, thermo: Table, name: str, begins: list[float]) -> Figure:
    alt = f"{column_words(name)} against time: {_range(thermo, name)}"
    return figure(f"thermo-{name}", partial(_draw, run, name, begins), alt, _range(thermo, name))


def _range(thermo: Table, name: str) -> str:
    values, unit = thermo[name], thermo.units.get(name, "")
    known = values[np.isfinite(values)]
    if not len(known):
        return "no number is finite"
    words = f"from {number(known.min())} to {with_unit(number(known.max()), unit)}, in the end {number(values[-1])}"
    return words if len(known) == len(values) else f"{words}; {plural(len(values) - len(known), 'number')} not finite"


def _draw(run: Results, name: str, begins: list[float], axes: Any) -> None:
    run.plot(name, ax=axes)
    for time in begins:
        axes.axvline(time, color=SOFT, linestyle=":", linewidth=1)
