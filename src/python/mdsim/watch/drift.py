# SPDX-License-Identifier: BSD-3-Clause
"""The drift of the conserved energy in the stage in hand, by the rows that thermo has of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from mdsim.results import Table
from mdsim.results.tables import Array

NOISY = ("langevin", "andersen", "minimize")
"""ensembles that conserve no energy"""

SPEED_TIME = {"fs": (1e-6, "ns"), "ps": (1e-3, "ns"), "": (1.0, "tau")}
"""what a unit of time is in the unit in which speeds and drifts are given"""

MOST_BLOCKS, FEWEST_GROUPS = 64, 8
"""averages by which the error of a slope is found: fewer than the first, at least the second"""


def conserves(stage: dict[str, Any]) -> bool:
    """Whether a stage conserves an energy."""
    if stage["ensemble"] in NOISY or "temperature_end" in stage or stage.get("deform"):
        return False
    barostat = stage.get("barostat")
    return not barostat or (barostat.get("type") == "mtk" and "pressure_end" not in barostat)


def column_of(stage: dict[str, Any], thermo: Table) -> str | None:
    """The column that holds the energy which the stage conserves."""
    if "conserved_energy" in thermo:
        return "conserved_energy"
    alone = stage["ensemble"] == "nve" and not stage.get("barostat")
    return "total_energy" if alone and "total_energy" in thermo else None


def slope_and_error(x: Array, y: Array) -> tuple[float, float]:
    """The slope of a line through points that may be correlated, and its standard error, as the program finds them."""
    each = 1
    while len(x) // each >= MOST_BLOCKS:
        each *= 2
    blocks = _averages(x, each), _averages(y, each)
    errors, size = [_independent_error(*blocks)], 2
    while len(blocks[0]) // size >= FEWEST_GROUPS:
        errors.append(_independent_error(_averages(blocks[0], size), _averages(blocks[1], size)))
        size *= 2
    return _slope(x, y), max(errors)


def _averages(values: Array, each: int) -> Array:
    """Of so many numbers each in a row; what is left over is left out."""
    count = len(values) // each
    means: Array = values[: count * each].reshape(count, each).mean(axis=1)
    return means


def _slope(x: Array, y: Array) -> float:
    from_mean = x - x.mean()
    return float((from_mean * (y - y.mean())).sum() / (from_mean**2).sum())


def _independent_error(x: Array, y: Array) -> float:
    from_mean = x - x.mean()
    off = y - y.mean() - _slope(x, y) * from_mean
    return float(np.sqrt((off**2).sum() / (len(x) - 2) / (from_mean**2).sum()))


def drift_words(stage: dict[str, Any], begin: int, atoms: int, thermo: Table) -> str:
    """`-5.02e-04 +- 6.1e-04 kcal mol-1 per atom and ns`; empty where nothing is known."""
    name = column_of(stage, thermo) if conserves(stage) else None
    first = int(np.searchsorted(thermo["step"], begin, side="right" if begin else "left"))
    unit = SPEED_TIME.get(thermo.units["time"])
    if name is None or unit is None or len(thermo["step"]) - first < 3:
        return ""
    with np.errstate(all="ignore"):
        rate, error = slope_and_error(thermo["time"][first:] * unit[0], thermo[name][first:] / atoms)
    return in_words(rate, error, thermo.units[name], unit[1]) if np.isfinite(rate) else ""


def in_words(rate: float, error: float | None, energy_unit: str, time_unit: str) -> str:
    """A drift as the program prints it."""
    certain = "of unknown error" if error is None else f"+- {error:.1e}"
    return " ".join(f"{rate:.2e} {certain} {energy_unit} per atom and {time_unit}".split())
