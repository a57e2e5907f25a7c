# SPDX-License-Identifier: BSD-3-Clause
"""Averages of Lennard-Jones fluids against Monte Carlo, other programs and equations of state."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path
from typing import Any

from mdsim_tools import outputs
from mdsim_tools.statistics import blocked

from .checks import Check, worst
from .program import Mdsim

SIGMAS = 3  # standard errors of the run that widen a tolerance: of eighty averages, four would be off by two
DIFFUSION_ERROR = 0.06  # relative; of the reference, which is of one run of 40 time units
TEMPERATURE_STEP_ERROR = 0.002  # relative; what the finite time step may do to kinetic energies


def states(folder: Path) -> list[dict[str, Any]]:
    """All states to run: a name, settings of the input, and what to compare with what tolerance."""
    nist = json.loads((folder / "nist-fluid-properties.json").read_text(encoding="utf-8"))
    equations = json.loads((folder / "equations-of-state.json").read_text(encoding="utf-8"))
    result = []
    for row in nist["monte_carlo"]["rows"]:
        if row["rho"] in (0.009, 0.776, 0.78, 0.82, 0.86):  # 0.9 is deep in the solid's range
            result.append(nist_state("NIST MC", row))
    for row in nist["molecular_dynamics"]["rows"]:
        result.append(widened(nist_state("NIST MD", row), nist["monte_carlo"]["rows"]))
    for row in equations["rows"]:
        middle = row["Thol2016"]
        result.append(
            {
                "name": f"Thol 2016 T={row['T']} rho={row['rho']}",
                "T": row["T"],
                "rho": row["rho"],
                "cells": 6,
                "cutoff": 4.0,
                "steps": 30000,
                "U": (middle["U_per_particle"], row["spread_U"]),
                "p": (middle["p"], row["spread_p"]),
            }
        )
    for seed, state in enumerate(result, start=101):  # equal noise would make equal errors
        state["seed"] = seed
    return result


def nist_state(source: str, row: dict[str, Any]) -> dict[str, Any]:
    """The state of a line of NIST's tables, and how it is run."""
    dilute = row["rho"] < 0.1
    u, p = row["U_per_particle"], row["p"]
    return {
        "name": f"{source} T={row['T']} rho={row['rho']}",
        "T": row["T"],
        "rho": row["rho"],
        "cells": 8 if dilute else 5,
        "cutoff": 3.0,
        "steps": 40000 if dilute else 100000,
        "U": (u, 0.01 * abs(u) if dilute else 0.005),
        "p": (p, 0.01 * p if dilute else 0.02),
    }


def widened(state: dict[str, Any], other_rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The two NIST tables differ by more than they promise: the difference joins the tolerance."""
    other = next(row for row in other_rows if row["rho"] == state["rho"])
    for quantity, key in (("U", "U_per_particle"), ("p", "p")):
        reference, tolerance = state[quantity]
        state[quantity] = (reference, tolerance + abs(reference - other[key]))
    return state


def sigmas(shorten: int) -> int:
    """Blocks of a shortened run follow each other too closely: the error is up to 1.6 times what they say."""
    return SIGMAS if shorten == 1 else 5


def averages(output: Path, atoms: int) -> dict[str, tuple[float, float]]:
    """Energy per atom, pressure and temperature of the sampled steps, each with its error."""
    found = outputs.thermo(output)
    return {
        "U": blocked([u / atoms for u in found["potential_energy"]]),
        "p": blocked(found["pressure"]),
        "T": blocked(found["temperature"]),
    }


def run_state(
    mdsim: Mdsim, folder: Path, state: dict[str, Any], precision: str, scratch: Path, shorten: int = 1
) -> list[Check]:
    """Melts, settles and samples one state."""
    place = scratch / state["name"].replace(" ", "-") / precision
    place.mkdir(parents=True, exist_ok=True)
    shutil.copy(folder / "fluid.toml", place)
    cells = state["cells"]
    output = mdsim.compute(
        place / "fluid.toml",
        place / "output",
        precision,
        {
            "run.seed": state["seed"] + (100 if precision == "double" else 0),
            "system.lattice.density": state["rho"],
            "system.lattice.cells": f"[{cells}, {cells}, {cells}]",
            "pair.cutoff": state["cutoff"],
            "stage.settle.temperature": state["T"],
            "stage.sample.temperature": state["T"],
            "stage.sample.steps": state["steps"] // shorten,
        },
    )
    found = averages(output, 4 * cells**3)
    checks = []
    for quantity in ("U", "p"):
        reference, tolerance = state[quantity]
        mean, error = found[quantity]
        checks.append(
            Check(
                f"{folder.name} {state['name']}",
                precision,
                quantity,
                reference,
                mean,
                tolerance + sigmas(shorten) * error,
                error,
            )
        )
    mean, error = found["T"]
    checks.append(
        Check(
            f"{folder.name} {state['name']}",
            precision,
            "T",
            state["T"],
            mean,
            TEMPERATURE_STEP_ERROR * state["T"] + sigmas(shorten) * error,
            error,
        )
    )
    return checks


def diffusion_checks(case: str, precision: str, output: Path, reference: float) -> list[Check]:
    """The self-diffusion by displacements and by velocities; nothing without h5py."""
    checks = []
    for name in ("msd", "vacf"):
        found = outputs.diffusion(output, name)
        if found is not None:
            mean, error = found
            tolerance = DIFFUSION_ERROR * reference + SIGMAS * error
            checks.append(Check(case, precision, f"D ({name})", reference, mean, tolerance, error))
    return checks


def run_liquid(mdsim: Mdsim, folder: Path, precision: str, scratch: Path) -> tuple[list[Check], dict[str, Any]]:
    """Energy, pressure, diffusion and g(r) of the truncated liquid; returns checks and curves of the figure."""
    case = json.loads((folder / "reference.json").read_text(encoding="utf-8"))
    place = scratch / folder.name / precision
    place.mkdir(parents=True, exist_ok=True)
    for name in ("melt.toml", "sample.toml"):
        shutil.copy(folder / name, place)
    mdsim.compute(place / "melt.toml", place / "melt", precision)
    output = mdsim.compute(place / "sample.toml", place / "sample", precision)
    found = averages(output, 1372)
    energy, pressure = case["potential_energy_per_particle"], case["pressure"]
    checks = []
    for quantity, reference, tolerance in (("U", energy, 0.005), ("p", pressure, 0.03)):
        mean, error = found[quantity]
        checks.append(
            Check(folder.name, precision, quantity, reference["mean"], mean, tolerance + SIGMAS * error, error)
        )
    checks += diffusion_checks(folder.name, precision, output, case["self_diffusion"]["D"])
    r, g = outputs.rdf(output)
    near = {round(a, 3): b for a, b in zip(r, g)}
    expected = case["rdf"]["values"]
    for quantity, values, tolerance in (
        ("g(r), first peak", [v for v in expected if v[0] < 1.25], 0.05),
        ("g(r) beyond", [v for v in expected if v[0] >= 1.25], 0.02),
    ):
        checks.append(
            worst(
                folder.name,
                precision,
                quantity,
                [v[1] for v in values],
                [near[round(v[0], 3)] for v in values],
                tolerance,
            )
        )
    return checks, {"r": r, "g": g, "reference": expected}


def run_pressure(mdsim: Mdsim, folder: Path, precision: str, scratch: Path) -> list[Check]:
    """Densities at constant pressure, and compressibilities by fluctuations of the volume: against an equation of
    state, and against the densities at two pressures."""
    case = json.loads((folder / "reference.json").read_text(encoding="utf-8"))
    place = scratch / folder.name / precision
    place.mkdir(parents=True, exist_ok=True)
    shutil.copy(folder / "pressure.toml", place)
    output = mdsim.compute(place / "pressure.toml", place / "output", precision)
    stages = outputs.averages(output)
    checks = []
    by_fluctuations = {}
    for row in case["rows"]:
        mean, error = stages[row["stage"]]["density"]
        found = by_fluctuations[row["stage"]] = compressibility(volumes_of(output, *row["steps"]), row["T"])
        tolerance = row["spread_p"] * mean * found[0] + SIGMAS * error  # rho kappa is the slope of the density
        checks.append(Check(folder.name, precision, f"density at {row['p']}", row["density"], mean, tolerance, error))
        expected, tolerance = row["compressibility"], row["spread_compressibility"] + SIGMAS * found[1]
        name = f"compressibility at {row['p']}, equation of state"
        checks.append(Check(folder.name, precision, name, expected, found[0], tolerance, found[1]))
    wanted = case["compressibility"]
    (low, low_error), (high, high_error) = (stages[name]["density"] for name in wanted["between"])
    expected = math.log(high / low) / (wanted["pressures"][1] - wanted["pressures"][0])
    of_densities = math.hypot(low_error / low, high_error / high) / math.log(high / low)
    mean, error = by_fluctuations[wanted["stage"]]
    tolerance = SIGMAS * math.hypot(error, of_densities * expected)
    checks.append(Check(folder.name, precision, "compressibility, two densities", expected, mean, tolerance, error))
    return checks


def volumes_of(output: Path, first: int, last: int) -> list[float]:
    """Those of the steps behind `first`, up to `last`."""
    columns = outputs.thermo(output)
    return [v for step, v in zip(columns["step"], columns["volume"]) if first < step <= last]


def compressibility(volumes: list[float], temperature: float) -> tuple[float, float]:
    """From the fluctuations of the volume, with its standard error."""
    mean = sum(volumes) / len(volumes)
    squares, error = blocked([(v - mean) ** 2 for v in volumes])
    return squares / (mean * temperature), error / (mean * temperature)


def run_transport(mdsim: Mdsim, folder: Path, name: str, precision: str, scratch: Path) -> list[Check]:
    """The viscosity or the conductivity from the autocorrelation of its current; two published errors join the
    tolerance."""
    expected = json.loads((folder / "reference.json").read_text(encoding="utf-8"))[name]
    place = scratch / folder.name / precision
    place.mkdir(parents=True, exist_ok=True)
    shutil.copy(folder / f"{name}.toml", place)
    output = mdsim.compute(place / f"{name}.toml", place / "output", precision)
    mean, error = outputs.transport_coefficient(output, name)
    tolerance = 2 * expected["error"] + SIGMAS * error
    return [Check(folder.name, precision, name, expected["mean"], mean, tolerance, error)]
