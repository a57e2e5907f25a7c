# SPDX-License-Identifier: BSD-3-Clause
"""The work of a barostat by the trapezoid rule is exact to second order, whatever an input says of the material."""

import math
import random

import pytest

from harness import barostats
from mdsim_tools.interpreters import ROOT
from mdsim_tools.statistics import line_slope

CASE = barostats.case_of(ROOT / "validation" / "ensembles")
HARDNESS = 36.0
"""second derivative of the potential energy by the logarithm of the volume"""


def written(strain, compressibility, estimated=True, count=2000):
    """What a run would write of atoms that stay where they are in a box whose volume changes at random.

    Their energy is a parabola of ln V; the work on them is estimated as by the program, or only to first order.
    """
    generator, volume, work, columns = random.Random(7), 1.0, 0.0, {name: [] for name in ("time", *barostats.COLUMNS)}
    for step in range(count):
        energy = HARDNESS * math.log(volume) ** 2 / 2
        virial = -HARDNESS * math.log(volume)
        row = {"time": float(step), "kinetic_energy": 0.0, "conserved_energy": energy + work}
        for name, value in {**row, "pressure": virial / volume, "volume": volume}.items():
            columns[name].append(value)
        move = strain * generator.choice((-1, 1)) - 0.05 * strain * math.log(volume)
        work += virial * move - (volume / compressibility * move**2 / 2 if estimated else 0.0)
        volume *= math.exp(move)
    return columns


def drift(energies, columns):
    """Of the line through all steps, a step."""
    return abs(line_slope(columns["time"], energies)[0])


@pytest.mark.parametrize("compressibility", [0.01, 0.5])
def test_a_wrong_compressibility_makes_what_is_written_drift_and_nothing_else(compressibility):
    strain = 1e-3
    columns = written(strain, compressibility)
    of_estimate = abs(HARDNESS - 1 / compressibility) * strain**2 / 2
    assert drift(columns["conserved_energy"], columns) == pytest.approx(of_estimate, rel=0.1)
    assert drift(barostats.by_trapezoids(columns, compressibility), columns) < 0.01 * of_estimate


def test_work_to_first_order_is_found():
    columns = written(1e-3, 0.5, estimated=False)
    assert drift(barostats.by_trapezoids(columns, 0.5), columns) > 0.5e-6


@pytest.mark.parametrize("power, wrong", [(2, []), (1, ["conserved energy by trapezoids, order"])])
def test_changes_must_fall_as_the_square_of_the_time_step(power, wrong):
    def run(dt):
        time = [dt * k for k in range(4000)]
        energies = [dt**power * math.sin(97 * t) for t in time]
        still = {name: [1.0] * len(time) for name in barostats.COLUMNS}
        return {**still, "time": time, "conserved_energy": energies}

    runs = [run(dt) for dt in CASE["worked"]["time_steps"]]
    checks = barostats.checks_of("drawn", "double", runs, {"relaxation_time": 1.0, "compressibility": 0.2}, CASE)
    assert [check.quantity for check in checks if not check.passed] == wrong


def test_a_drift_beyond_the_limit_is_found():
    time = [0.01 * k for k in range(4000)]
    drifting = {name: [1.0] * len(time) for name in barostats.COLUMNS}
    drifting |= {"time": time, "conserved_energy": [9.0 * t + math.sin(t) for t in time]}
    checks = barostats.checks_of(
        "drawn", "double", [drifting] * 3, {"relaxation_time": 1.0, "compressibility": 0.2}, CASE
    )
    assert all(not check.passed for check in checks if "drift" in check.quantity)
