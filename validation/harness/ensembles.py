# SPDX-License-Identifier: BSD-3-Clause
"""Whether each thermostat and barostat samples its ensemble, and how well what is conserved is conserved.

Weak coupling samples none: it is run as a control, which passes where these tests say so.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from mdsim_tools import outputs
from mdsim_tools.statistics import blocked, line_slope

from . import physical
from .checks import Check
from .physical import Samples
from .program import Mdsim

WITH_NOISE = ("langevin", "andersen")
"""thermostats that move the centre of mass, too"""


@dataclass
class Control(Check):
    """A run that samples no ensemble: right if what is found lies outside of the tolerance."""

    @property
    def passed(self) -> bool:
        """Whether the test has seen it."""
        return math.isfinite(self.found) and abs(self.found - self.reference) > self.tolerance


class State(NamedTuple):
    """What a thermostat and a barostat are to keep."""

    temperature: float
    pressure: float | None
    seed: int


class Found(NamedTuple):
    """Of one test, as a check has it."""

    quantity: str
    reference: float
    found: float
    tolerance: float
    error: float = 0.0


def case_of(folder: Path) -> dict[str, Any]:
    """reference.json."""
    found: dict[str, Any] = json.loads((folder / "reference.json").read_text(encoding="utf-8"))
    return found


def groups(folder: Path) -> list[dict[str, Any]]:
    """Thermostats, with barostats and without, each to be run at several states."""
    return [{**group, "seed": 1000 * (k + 1)} for k, group in enumerate(case_of(folder)["groups"])]


def states(folder: Path, group: Mapping[str, Any]) -> list[State]:
    """Two temperatures and, with a barostat, another pressure: those of the group, or of the case."""
    values = {**case_of(folder), **group}
    (cool, warm), (low, high) = values["temperatures"], values["pressures"]
    found = [(cool, low), (warm, low), (cool, high)] if "barostat" in group else [(cool, None), (warm, None)]
    return [State(*state, group["seed"] + k) for k, state in enumerate(found)]


def toml(keys: Mapping[str, Any]) -> str:
    """Lines of a table."""
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items())


def stage(name: str, keys: Mapping[str, Any], barostat: Mapping[str, Any] | None = None) -> str:
    """A stage of an input."""
    text = f'\n[[stage]]\nname = "{name}"\n{toml(keys)}'
    return text if barostat is None else f"{text}\n[stage.barostat]\n{toml(barostat)}"


def sample(
    mdsim: Mdsim, folder: Path, place: Path, stages: str, precision: str, settings: Mapping[str, Any]
) -> dict[str, list[float]]:
    """Runs fluid.toml with these two stages behind its own; the rows of the last one."""
    case = case_of(folder)
    place.mkdir(parents=True, exist_ok=True)
    text = (folder / "fluid.toml").read_text(encoding="utf-8")
    (place / "fluid.toml").write_text(text + stages, encoding="utf-8")
    output = mdsim.compute(place / "fluid.toml", place / "output", precision, settings)
    columns = outputs.thermo(output)
    first = case["melt_steps"] + case["settle_steps"]
    rows = [i for i, step in enumerate(columns["step"]) if step > first]
    return {name: [values[i] for i in rows] for name, values in columns.items()}


def run_state(
    mdsim: Mdsim, folder: Path, group: Mapping[str, Any], state: State, precision: str, scratch: Path
) -> Samples:
    """Melts, settles and samples."""
    case = case_of(folder)
    keys = {**group["stage"], "temperature": state.temperature, "time_step": case["time_step"]}
    barostat = None if state.pressure is None else {**group["barostat"], "pressure": state.pressure}
    steps = case["steps" if barostat is None else "steps_at_pressure"]
    stages = stage("settle", {**keys, "steps": case["settle_steps"]}, barostat) + stage(
        "sample", {**keys, "steps": steps}, barostat
    )
    settings = {"run.seed": state.seed, **group.get("settings", {})}
    columns = sample(mdsim, folder, scratch / precision / str(state.seed), stages, precision, settings)
    fixed = 0 if keys["ensemble"] in WITH_NOISE else 3
    return Samples(case["atoms"], fixed, state.temperature, state.pressure, case["time_step"], columns)


def run_group(mdsim: Mdsim, folder: Path, group: Mapping[str, Any], precision: str, scratch: Path) -> list[Check]:
    """All tests of a thermostat, and of a barostat if the group has one; of a control those that it must fail."""
    case = case_of(folder)
    runs = [run_state(mdsim, folder, group, state, precision, scratch) for state in states(folder, group)]
    return checks_of(f"{folder.name} {group['name']}", precision, tests_of(runs, case), group)


def checks_of(name: str, precision: str, found: Iterable[Found], row: Mapping[str, Any]) -> list[Check]:
    """As checks; of a control only those that it must fail."""
    must_fail = row.get("must_fail")
    if must_fail is None:
        return [Check(name, precision, **f._asdict()) for f in found]
    named = [f._replace(quantity=f"{f.quantity}: must be outside") for f in found if f.quantity in must_fail]
    return [Control(name, precision, **f._asdict()) for f in named]


def tests_of(runs: list[Samples], case: Mapping[str, Any]) -> list[Found]:
    """All tests of the runs of a group: standard errors off theory, and ratios that must be one."""
    limit = case["standard_errors"]
    first, second = runs[:2]
    found = [f for run in (first, second) for f in kinetic_tests(run, case)]
    if len(runs) == 2:
        return [*found, Found("potential energy, two temperatures", 0.0, physical.ensemble(first, second), limit)]
    for quantity, value in (
        ("enthalpy, two temperatures", physical.ensemble(first, second)),
        ("volume, two pressures", physical.ensemble(first, runs[2])),
    ):
        found.append(Found(quantity, 0.0, value, limit))
    for quantity, (value, error) in (
        ("heat capacity, fluctuations by slope", heat_capacities(first, second)),
        ("compressibility, fluctuations by slope", compressibilities(first, runs[2])),
    ):
        found.append(Found(quantity, 1.0, value, limit * error, error))
    return found


def kinetic_tests(run: Samples, case: Mapping[str, Any]) -> Iterator[Found]:
    """The mean may also be off by what the time step does to it."""
    limit = case["standard_errors"]
    mean, width, whole = physical.kinetic_energy(run)
    count = len(physical.independent(run.columns["kinetic_energy"]))
    of_step = case["temperature_by_time_step"] * math.sqrt(count * (3 * run.atoms - run.fixed) / 2)
    for name, value, more in (("mean", mean, of_step), ("width", width, 0.0), ("distribution", whole, 0.0)):
        yield Found(f"kinetic energy at T={run.temperature}, {name}", 0.0, value, limit + more)


def variance(values: list[float]) -> tuple[float, float]:
    """With its standard error."""
    mean = sum(values) / len(values)
    return blocked([(v - mean) ** 2 for v in values])


def ratio(fluctuations: list[tuple[float, float]], ends: list[tuple[float, float]]) -> tuple[float, float]:
    """The mean of what fluctuations say at two states by the difference between them, with its error."""
    slope = ends[1][0] - ends[0][0]
    of_slope = math.hypot(ends[0][1], ends[1][1]) / abs(slope)
    mean = sum(f for f, _ in fluctuations) / 2
    of_mean = math.hypot(*(error for _, error in fluctuations)) / 2 / mean
    return mean / abs(slope), mean / abs(slope) * math.hypot(of_slope, of_mean)


def compressibilities(low: Samples, high: Samples) -> tuple[float, float]:
    """That of the fluctuating volume by that of the mean volumes at two pressures."""
    fluctuations, ends = [], []
    for run in (low, high):
        volumes = list(run.columns["volume"])
        mean, error = blocked(volumes)
        fluctuations.append(tuple(v / (mean * run.temperature) for v in variance(volumes)))
        ends.append((math.log(mean), error / mean))
    step = (high.pressure or 0) - (low.pressure or 0)
    return ratio([(f * step, e * step) for f, e in fluctuations], ends)


def heat_capacities(cool: Samples, warm: Samples) -> tuple[float, float]:
    """That of the fluctuating enthalpy by that of the mean enthalpies at two temperatures."""
    step = warm.temperature - cool.temperature
    fluctuations, ends = [], []
    for run in (cool, warm):
        values = physical.enthalpy(run)
        scale = step / run.temperature**2
        found, error = variance(values)
        fluctuations.append((found * scale, error * scale))
        ends.append(blocked(values))
    return ratio(fluctuations, ends)


def run_conserved(mdsim: Mdsim, folder: Path, row: Mapping[str, Any], precision: str, scratch: Path) -> list[Check]:
    """Whether what an ensemble conserves fluctuates as the square of the time step, and drifts within the limit."""
    case = case_of(folder)
    conserved = case["conserved"]
    runs = [conserved_run(mdsim, folder, row, dt, precision, scratch) for dt in conserved["time_steps"]]
    off = physical.convergence(runs)
    square = Found("conserved energy, off the square of the time step", 0.0, off, conserved["tolerance"])
    return checks_of(f"{folder.name} {row['name']}", precision, [square, *map(drift_of, runs, [case] * len(runs))], row)


def drift_of(run: Samples, case: Mapping[str, Any]) -> Found:
    """In the whole run, as a part of kT per atom."""
    slope, error = line_slope(run.columns["time"], run.columns["conserved_energy"])
    scale = case["conserved"]["time"] / (run.atoms * run.temperature)
    tolerance = case["conserved"]["drift_limit"] + case["standard_errors"] * error * scale
    return Found(f"conserved energy, drift at time step {run.time_step}", 0.0, slope * scale, tolerance, error * scale)


def conserved_run(
    mdsim: Mdsim, folder: Path, row: Mapping[str, Any], time_step: float, precision: str, scratch: Path
) -> Samples:
    """From the same start with any time step."""
    case = case_of(folder)
    conserved, temperature = case["conserved"], {**case, **row}["temperatures"][0]
    settle = {**conserved["settle"], "temperature": temperature, "time_step": case["time_step"]}
    keys = {**row["stage"], "time_step": time_step, "steps": round(conserved["time"] / time_step)}
    keys["thermo_every"] = round(conserved["every"] / time_step)
    if keys["ensemble"] != "nve":
        keys["temperature"] = temperature
    stages = stage("settle", {**settle, "steps": case["settle_steps"]}) + stage("sample", keys, row.get("barostat"))
    place = scratch / precision / row["name"].replace(" ", "-") / str(time_step)
    settings = {"run.seed": conserved["seed"], **row.get("settings", {})}
    return Samples(
        case["atoms"], 3, temperature, None, time_step, sample(mdsim, folder, place, stages, precision, settings)
    )
