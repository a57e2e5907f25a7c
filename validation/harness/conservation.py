# SPDX-License-Identifier: BSD-3-Clause
"""The error of the energy falls as the square of the time step, as large as another program finds it."""

from __future__ import annotations

import gzip
import json
import math
import shutil
from pathlib import Path
from typing import Any

from mdsim_tools import outputs
from mdsim_tools.statistics import linear_fit, rms

from .checks import Check
from .program import Mdsim

FACTOR = 1.3  # named by the reference: each rms within this factor
SLOPE_NOISE = 1.5e-6  # a few times the largest tabulated slope [energy / atom / time]
ORDER_TOLERANCE = 0.1
ROUNDING = {"double": 0.0, "mixed": 1e-6}  # what rounding adds to the rms [energy / atom]
DRIFT = {"double": 1e-10, "mixed": 1e-4}  # largest momentum an atom gains over a run


def prepare(folder: Path, scratch: Path) -> Path:
    """Puts the input and the unpacked start into the scratch folder."""
    place = scratch / folder.name
    place.mkdir(parents=True, exist_ok=True)
    shutil.copy(folder / "nve.toml", place)
    with gzip.open(folder / "start.data.gz", "rb") as packed:
        (place / "start.data").write_bytes(packed.read())
    return place


def run_step(
    mdsim: Mdsim, folder: Path, row: dict[str, Any], precision: str, scratch: Path
) -> tuple[list[Check], tuple[float, float]]:
    """One run; returns its checks and the point (time step, rms) of the figure."""
    case = json.loads((folder / "reference.json").read_text(encoding="utf-8"))
    dt, atoms = row["dt"], case["N"]
    place = prepare(folder, scratch / f"{precision}-{dt}")
    steps = round(20 / dt)
    output = mdsim.compute(
        place / "nve.toml", place / "output", precision, {"stage.nve.time_step": dt, "stage.nve.steps": steps}
    )
    found = outputs.thermo(output)
    energy = [e / atoms for e in found["total_energy"]]
    start, slope = linear_fit(found["time"], energy)
    spread = rms([e - start - slope * t for t, e in zip(found["time"], energy)])
    name, expected = f"{folder.name} dt={dt}", row["rms_about_linear_fit"]
    ratio = math.log(FACTOR) if precision == "double" else math.log(FACTOR + ROUNDING["mixed"] / expected)
    momentum = max(abs(found[f"momentum_{d}"][-1] - found[f"momentum_{d}"][0]) for d in "xyz") / atoms
    relative = {"double": 1e-9, "mixed": 1e-5}[precision]
    checks = [
        Check(
            name, precision, "E0 per atom", row["E0_per_particle"], energy[0], relative * abs(row["E0_per_particle"])
        ),
        Check(name, precision, "log(rms/reference)", 0.0, math.log(spread / expected), ratio),
        Check(name, precision, "energy drift", 0.0, slope, SLOPE_NOISE * max(1, (dt / 0.004) ** 2)),
        Check(name, precision, "momentum gained", 0.0, momentum, DRIFT[precision]),
    ]
    return checks, (dt, spread)


def order_check(folder: Path, precision: str, points: list[tuple[float, float]]) -> Check:
    """The slope of log(rms) against log(dt)."""
    _, order = linear_fit([math.log(dt) for dt, _ in points], [math.log(e) for _, e in points])
    return Check(folder.name, precision, "order in dt", 2.0, order, ORDER_TOLERANCE)
