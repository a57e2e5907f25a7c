# SPDX-License-Identifier: BSD-3-Clause
"""The drift of the conserved energy, in words."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from mdsim.report.figures import Figure, figure
from mdsim.report.run_input import ends_of, name_of, stages_of, summary_of
from mdsim.report.words import column_words, estimate, number, plural, with_unit
from mdsim.results import Results, Table
from mdsim.results.plots import label_of

COLUMN = "conserved_energy"

SIGNIFICANT = 3
"""so many standard errors are no chance"""


def content(run: Results) -> dict[str, Any]:
    """The drift of the last stage, and what it means."""
    drift = summary_of(run)["energy_drift"]
    if drift is None or drift["rate_per_atom"] is None:
        return {"sentences": [_none(run)], "figures": []}
    rate, error = float(drift["rate_per_atom"]), drift["standard_error"]
    per = f"{drift['energy_unit']} per atom and {drift['time_unit']}".strip()
    mean = with_unit(number(float(drift["mean_per_atom"]), 8), drift["energy_unit"])
    first = (
        f"In the last stage the conserved energy drifted by {with_unit(_value(rate, error), per)}: the slope of a line "
        f"through {plural(int(drift['samples']), 'sample')}, whose mean is {mean} per atom."
    )
    return {"sentences": [first, _meaning(rate, error)], "figures": _figures(run)}


def _value(rate: float, error: float | None) -> str:
    return number(rate, 3) if error is None else estimate(rate, float(error))


def _meaning(rate: float, error: float | None) -> str:
    if error is None:
        return "There are too few samples to say how exact that is."
    if abs(rate) <= SIGNIFICANT * float(error):
        return f"That is within {SIGNIFICANT} standard errors, and so no significant drift."
    return (
        f"That is more than {SIGNIFICANT} standard errors, and so a real drift: a shorter time step, a smoother cutoff "
        "or double precision make it smaller."
    )


def _figures(run: Results) -> list[Figure]:
    """The conserved energy in the last stage, as far as thermo has it."""
    try:
        thermo, ends = run.thermo_table(), ends_of(stages_of(run))
    except (ImportError, OSError, ValueError, KeyError):
        return []
    begin = ends[-2] if len(ends) > 1 else 0
    first = int(np.searchsorted(thermo["step"], begin, side="right" if begin else "left"))
    if COLUMN not in thermo or len(thermo["step"]) - first < 2:
        return []
    alt = f"{column_words(COLUMN)} against time in the last stage, {plural(len(thermo['step']) - first, 'row')}"
    caption = "The conserved energy of the system in the last stage."
    return [figure("drift", partial(_draw, thermo, first), alt, caption)]


def _draw(thermo: Table, first: int, axes: Any) -> None:
    axes.plot(thermo["time"][first:], thermo[COLUMN][first:])
    axes.set_xlabel(label_of("time", thermo.units["time"]))
    axes.set_ylabel(label_of(COLUMN, thermo.units[COLUMN]))


def _none(run: Results) -> str:
    try:
        stages = stages_of(run)
        stage = f"{name_of(stages[-1], len(stages) - 1)} ({column_words(stages[-1]['ensemble'])})"
    except (ImportError, OSError, ValueError, KeyError, IndexError):
        stage = "of this run"
    why = "conserves no energy, changes its temperature or its box, or has too few samples"
    return f"None is given: the last stage, {stage}, {why}."
