# SPDX-License-Identifier: BSD-3-Clause
"""The drift of the energy over many steps at constant energy, mixed precision beside double."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path
from typing import Any

from mdsim_tools import outputs
from mdsim_tools.statistics import line_slope, linear_fit, rms

from .checks import Check
from .program import Mdsim

PRECISIONS = ("double", "mixed")
SIGMAS = 3
SAMPLES = 2000


def run_drift(mdsim: Mdsim, folder: Path, precision: str, scratch: Path, steps: int) -> dict[str, Any]:
    """One run; the rows of its constant-energy stage as time and energy per atom, and the temperature."""
    place = scratch / folder.name / precision
    place.mkdir(parents=True, exist_ok=True)
    shutil.copy(folder / "nve.toml", place)
    every = max(1, steps // SAMPLES)
    output = mdsim.compute(
        place / "nve.toml",
        place / "output",
        precision,
        {"stage.nve.steps": steps, "stage.settle.steps": min(5000, steps), "thermo.every": every},
    )
    found = outputs.thermo(output)
    summary = outputs.summary(output)
    rows = [i for i, step in enumerate(found["step"]) if step >= summary["last_step"] - steps]
    return {
        "time": [found["time"][i] for i in rows],
        "energy": [found["total_energy"][i] / summary["atoms"] for i in rows],
        "temperature": sum(found["temperature"][i] for i in rows) / len(rows),
        "momentum": max(abs(found[f"momentum_{d}"][rows[-1]] - found[f"momentum_{d}"][rows[0]]) for d in "xyz")
        / summary["atoms"],
        "atoms": summary["atoms"],
        "steps": steps,
        "seconds": summary["seconds"],
    }


def drift_of(run: dict[str, Any]) -> tuple[float, float, float]:
    """Slope of the energy, its error, and the rms about the line; per atom."""
    slope, error = line_slope(run["time"], run["energy"])
    start, line = linear_fit(run["time"], run["energy"])
    noise = rms([e - start - line * t for t, e in zip(run["time"], run["energy"])])
    return slope, error, noise


def compare(mdsim: Mdsim, folder: Path, scratch: Path, steps: int) -> tuple[list[Check], dict[str, Any]]:
    """Both precisions; the checks, and the table for the report."""
    reference = json.loads((folder / "reference.json").read_text(encoding="utf-8"))
    runs = {p: run_drift(mdsim, folder, p, scratch, steps) for p in PRECISIONS}
    drifts = {p: drift_of(runs[p]) for p in PRECISIONS}
    checks = []
    for p, (slope, error, _) in drifts.items():
        checks.append(
            Check(
                f"{folder.name} {steps} steps",
                p,
                "drift per atom and time",
                0.0,
                slope,
                reference["largest_drift"] + SIGMAS * error,
                error,
            )
        )
    difference = drifts["mixed"][0] - drifts["double"][0]
    error = math.hypot(drifts["mixed"][1], drifts["double"][1])
    checks.append(
        Check(
            f"{folder.name} {steps} steps", "mixed", "drift, mixed less double", 0.0, difference, SIGMAS * error, error
        )
    )
    return checks, {"drift": {"text": table(reference, runs, drifts), "runs": runs}}


def with_error(value: float, error: float | None) -> str:
    """A number and, if it has one, its error."""
    return f"{value:.1e} ± {error:.1e}" if error else f"{value:.1e}"


def table(
    reference: dict[str, Any], runs: dict[str, dict[str, Any]], drifts: dict[str, tuple[float, float, float]]
) -> str:
    """Markdown: ours in reduced units and as argon, and what is known of others."""
    unit = reference["argon"]["energy"] / reference["argon"]["time"] * 1000  # kJ/mol/ns of one epsilon/tau
    one = runs["mixed"]
    lines = [
        f"{one['atoms']:,} atoms, {one['steps']:,} steps of 0.004, temperature {one['temperature']:.3f}. "
        "Per atom; kJ/mol/ns if the atoms were argon.",
        "",
        "| program | precision | drift per time unit | kJ/mol/ns | energy, rms about the line | momentum gained |",
        "|---|---|---|---|---|---|",
    ]
    for p in PRECISIONS:
        slope, error, noise = drifts[p]
        lines.append(
            f"| mdsim | {p} | {with_error(slope, error)} | {with_error(slope * unit, error * unit)} | "
            f"{noise:.1e} | {runs[p]['momentum']:.1e} |"
        )
    for row in reference["others"]:
        ours = with_error(row["drift"], row.get("error")) if "drift" in row else ""
        scaled = with_error(row["drift"] * unit, unit * row.get("error", 0)) if "drift" in row else row["kJ/mol/ns"]
        lines.append(f"| {row['program']} | {row['precision']} | {ours} | {scaled} | | |")
    notes = [f"- {row['program']}, {row['precision']}: {row['source']}" for row in reference["others"]]
    return "\n".join(lines + [""] + notes)
