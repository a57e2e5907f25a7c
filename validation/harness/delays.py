# SPDX-License-Identifier: BSD-3-Clause
"""What it does to kinetic energy and volume that thermostat and barostat act by sums of some steps before."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from mdsim_tools.statistics import blocked

from .checks import Check
from .ensembles import case_of, sample, stage, variance
from .program import Mdsim

Number = tuple[float, float]
"""and its standard error"""


class Moments(NamedTuple):
    """Of one run: of the kinetic energy as parts of those of theory, of the volume as they are."""

    kinetic_mean: Number
    kinetic_variance: Number
    volume_mean: Number
    volume_variance: Number


def run_delays(mdsim: Mdsim, folder: Path, precision: str, scratch: Path) -> list[Check]:
    """Whether an action as late as on devices changes means and variances by less than the limits."""
    case = case_of(folder)
    delay = case["delays"]["delay"]
    immediate, delayed = (run_delay(mdsim, folder, d, precision, scratch) for d in (0, delay))
    return checks_of(f"{folder.name} delay of {delay} steps", precision, immediate, delayed, case)


def run_delay(mdsim: Mdsim, folder: Path, delay: int, precision: str, scratch: Path) -> Moments:
    """Melts, settles and samples at constant pressure."""
    case = case_of(folder)
    delays, temperature = case["delays"], case["temperatures"][0]
    keys = {**delays["stage"], "temperature": temperature, "time_step": case["time_step"], "couple_delay": delay}
    barostat = {**delays["barostat"], "pressure": case["pressures"][0]}
    stages = stage("settle", {**keys, "steps": case["settle_steps"]}, barostat) + stage(
        "sample", {**keys, "steps": delays["steps"], "thermo_every": delays["every"]}, barostat
    )
    settings = {"run.seed": delays["seed"] + delay}
    columns = sample(mdsim, folder, scratch / precision / f"delay-{delay}", stages, precision, settings)
    return moments(columns, 3 * case["atoms"] - 3, temperature)


def moments(columns: Mapping[str, list[float]], degrees_of_freedom: int, temperature: float) -> Moments:
    """The kinetic energy has a gamma distribution: its mean is f kT / 2, its variance f (kT)^2 / 2."""
    kinetic, volume = columns["kinetic_energy"], columns["volume"]
    mean = degrees_of_freedom * temperature / 2
    return Moments(
        scaled(blocked(kinetic), mean), scaled(variance(kinetic), mean * temperature), blocked(volume), variance(volume)
    )


def scaled(number: Number, by: float) -> Number:
    """A part of another number, which has no error."""
    return number[0] / by, number[1] / by


def ratio(one: Number, other: Number) -> Number:
    """Of two numbers that do not know of each other."""
    value = one[0] / other[0]
    return value, value * math.hypot(one[1] / one[0], other[1] / other[0])


def checks_of(name: str, precision: str, immediate: Moments, delayed: Moments, case: Mapping[str, Any]) -> list[Check]:
    """The kinetic energy against theory, the volume against that of the run without a delay."""
    limits, errors = case["delays"]["limits"], case["standard_errors"]
    found = {
        "kinetic energy, mean": delayed.kinetic_mean,
        "kinetic energy, variance": delayed.kinetic_variance,
        "volume, mean": ratio(delayed.volume_mean, immediate.volume_mean),
        "volume, variance": ratio(delayed.volume_variance, immediate.volume_variance),
    }
    return [
        Check(name, precision, what, 1.0, value, limits[what] + errors * error, error)
        for what, (value, error) in found.items()
    ]
