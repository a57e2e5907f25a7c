# SPDX-License-Identifier: BSD-3-Clause
"""What barostats of first order conserve: as the program writes it, and with their work to second order.

The program estimates the work of an action from the virial before it and the compressibility of the input. With the
virial of the step behind it, too, it is that of the trapezoid rule, into which nothing of the input enters.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mdsim_tools.statistics import line_slope, linear_fit, rms

from .checks import Check
from .ensembles import case_of, sample, stage
from .program import Mdsim

COLUMNS = ("kinetic_energy", "conserved_energy", "pressure", "volume")
Columns = Mapping[str, Sequence[float]]


def run_worked(mdsim: Mdsim, folder: Path, row: Mapping[str, Any], precision: str, scratch: Path) -> list[Check]:
    """Whether what is conserved changes by the square of the time step, and drifts within the limits."""
    worked = case_of(folder)["worked"]
    runs = [worked_run(mdsim, folder, row, dt, precision, scratch) for dt in worked["time_steps"]]
    return checks_of(f"{folder.name} {row['name']}", precision, runs, row["barostat"], case_of(folder))


def checks_of(
    name: str, precision: str, runs: Sequence[Columns], barostat: Mapping[str, Any], case: Mapping[str, Any]
) -> list[Check]:
    """Drifts are in kT of the whole system and a relaxation time of the barostat."""
    worked, scale = case["worked"], barostat["relaxation_time"] / case["temperatures"][0]
    checks, changes = [], []
    for dt, columns in zip(worked["time_steps"], runs):
        exact = by_trapezoids(columns, barostat["compressibility"])
        changes.append(change(columns["time"], exact, worked["interval"]))
        for what, energies, limit in (
            ("as written", columns["conserved_energy"], worked["drift_limit"]),
            ("by trapezoids", exact, worked["drift_limit_by_trapezoids"]),
        ):
            slope, error = (x * scale for x in line_slope(columns["time"], energies))
            quantity = f"conserved energy {what}, drift at time step {dt}"
            tolerance = limit + case["standard_errors"] * error
            checks.append(Check(name, precision, quantity, 0.0, slope, tolerance, error))
    _, order = linear_fit([math.log(dt) for dt in worked["time_steps"]], [math.log(c) for c in changes])
    return [*checks, Check(name, precision, "conserved energy by trapezoids, order", 2.0, order, worked["tolerance"])]


def by_trapezoids(columns: Columns, compressibility: float) -> list[float]:
    """Conserved energies of all steps, with the work on the virial replaced by that of the trapezoid rule.

    Of the barostat in `CellRescaling`: an action on each step, of which a row shows the state before it.
    """
    volumes = columns["volume"]
    virials = [p * v - 2 / 3 * k for p, v, k in zip(columns["pressure"], volumes, columns["kinetic_energy"])]
    energies, more = [columns["conserved_energy"][0]], 0.0
    for k in range(len(volumes) - 1):
        strain = math.log(volumes[k + 1] / volumes[k])
        estimated = volumes[k] / compressibility * strain**2 / 2
        more += estimated - (virials[k] - virials[k + 1]) * strain / 2
        energies.append(columns["conserved_energy"][k + 1] + more)
    return energies


def change(time: Sequence[float], energies: Sequence[float], interval: float) -> float:
    """The root of the mean square of what energies change by in an interval, beside their drift."""
    start, slope = linear_fit(time, energies)
    seen = [e - start - slope * t for t, e in zip(time, energies)]
    seen = seen[:: max(1, round(interval / (time[1] - time[0])))]
    return rms([b - a for a, b in zip(seen, seen[1:])])


def worked_run(
    mdsim: Mdsim, folder: Path, row: Mapping[str, Any], time_step: float, precision: str, scratch: Path
) -> dict[str, list[float]]:
    """Settles and samples each step, with an action on each of them."""
    case = case_of(folder)
    worked, temperature = case["worked"], case["temperatures"][0]
    barostat = {**row["barostat"], "pressure": case["pressures"][0], "couple_every": 1}
    keys = {**row["stage"], "temperature": temperature}
    stages = stage("settle", {**keys, "time_step": case["time_step"], "steps": case["settle_steps"]}, barostat) + stage(
        "sample",
        {**keys, "time_step": time_step, "steps": round(worked["time"] / time_step), "thermo_every": 1},
        barostat,
    )
    place = scratch / precision / row["name"].replace(" ", "-") / str(time_step)
    settings = {"run.seed": worked["seed"], "thermo.columns": str(list(COLUMNS)).replace("'", '"')}
    return sample(mdsim, folder, place, stages, precision, settings)
