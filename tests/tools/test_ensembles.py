# SPDX-License-Identifier: BSD-3-Clause
"""Samples drawn from the ensembles themselves pass the tests of physical_validation, and others fail them."""

import math

import pytest

import needed
from harness import delays, ensembles, physical
from harness.checks import Check
from mdsim_tools.interpreters import ROOT

numpy = needed.module("numpy")
needed.module("physical_validation", physical.MISSING)

ATOMS, COUNT = 50, 2000
WITHIN, OUTSIDE = 4, 8
"""standard errors"""


def drawn(temperature, pressure=None, seed=1, narrow=1.0, fixed=3):
    """Of an ideal gas whose atoms also have a harmonic potential each; `narrow` takes from all fluctuations."""
    generator = numpy.random.default_rng(seed)

    def gamma(shape, scale):
        values = generator.gamma(shape, scale, COUNT)
        return list(shape * scale + narrow * (values - shape * scale))

    volumes = [100.0] * COUNT if pressure is None else gamma(ATOMS + 1, temperature / pressure)
    columns = {
        "kinetic_energy": gamma((3 * ATOMS - fixed) / 2, temperature),
        "potential_energy": gamma(1.5 * ATOMS, temperature),
        "conserved_energy": [0.0] * COUNT,
        "volume": volumes,
    }
    return physical.Samples(ATOMS, fixed, temperature, pressure, 0.004, columns)


@pytest.mark.parametrize("fixed", [0, 3])
def test_kinetic_energies_of_the_ensemble_pass(fixed):
    assert max(physical.kinetic_energy(drawn(1.5, fixed=fixed))) < WITHIN


def test_momentum_that_is_kept_takes_degrees_of_freedom():
    wrong = drawn(1.5, fixed=3)._replace(fixed=0)
    mean, _, whole = physical.kinetic_energy(wrong)
    assert mean > 5 and whole > 5


def test_kinetic_energies_that_fluctuate_too_little_fail():
    mean, width, whole = physical.kinetic_energy(drawn(1.5, narrow=0.7))
    assert mean < WITHIN and width > OUTSIDE and whole > 5


PAIRS = {
    "potential energy": ((1.5, None), (1.7, None)),
    "enthalpy": ((1.5, 2.0), (1.7, 2.0)),
    "volume": ((1.5, 2.0), (1.5, 2.4)),
}


@pytest.mark.parametrize("pair", PAIRS)
def test_pairs_of_the_ensemble_pass_and_narrow_ones_fail(pair):
    one, two = PAIRS[pair]
    assert physical.ensemble(drawn(*one, seed=2), drawn(*two, seed=3)) < WITHIN
    assert physical.ensemble(drawn(*one, seed=2, narrow=0.7), drawn(*two, seed=3, narrow=0.7)) > OUTSIDE


def test_a_pressure_is_an_energy_of_a_volume():
    """What was drawn at one pressure is no sample of another."""
    one, two = (drawn(*state, seed=seed) for state, seed in zip(PAIRS["volume"], (2, 3)))
    assert physical.ensemble(one, two._replace(pressure=2.0 + 2 * 0.4)) > OUTSIDE


@pytest.mark.parametrize("of, pair", [(ensembles.compressibilities, "volume"), (ensembles.heat_capacities, "enthalpy")])
def test_fluctuations_say_what_the_slope_says(of, pair):
    one, two = PAIRS[pair]
    found, error = of(drawn(*one, seed=2), drawn(*two, seed=3))
    assert found == pytest.approx(1, abs=4 * error) and error < 0.06
    found, error = of(drawn(*one, seed=2, narrow=0.7), drawn(*two, seed=3, narrow=0.7))
    assert found == pytest.approx(0.49, abs=4 * error)


def test_controls_name_tests_that_there_are():
    folder = ROOT / "validation" / "ensembles"
    case = ensembles.case_of(folder)
    for group in ensembles.groups(folder):
        runs = [drawn(*state) for state in ensembles.states(folder, group)]
        assert set(group.get("must_fail", [])) <= {found.quantity for found in ensembles.tests_of(runs, case)}


@pytest.mark.parametrize("power, found", [(2, 0.0), (1, 0.5)])
def test_fluctuations_that_fall_as_the_square_of_the_time_step_pass(power, found):
    def run(step):
        conserved = [step**power * math.sin(k) for k in range(COUNT)]
        samples = drawn(1.5)
        return samples._replace(time_step=step, columns={**samples.columns, "conserved_energy": conserved})

    assert physical.convergence([run(0.002), run(0.004), run(0.008)]) == pytest.approx(found, abs=1e-9)


@pytest.mark.parametrize("p, errors", [(0.3173, 1.0), (0.0027, 3.0), (1.0, 0.0)])
def test_a_probability_as_standard_errors(p, errors):
    assert physical.standard_errors(p) == pytest.approx(errors, abs=1e-3)
    assert physical.standard_errors(0.0) > 30


def test_a_control_passes_where_a_check_fails():
    for found in (2.0, 20.0, math.nan):
        values = ("case", "mixed", "volume", 0.0, found, 3.5)
        assert Check(*values).passed == (found == 2.0)
        assert ensembles.Control(*values).passed == (found == 20.0)


@pytest.mark.parametrize("narrow, wrong", [(1.0, []), (0.8, ["kinetic energy, variance", "volume, variance"])])
def test_a_delay_that_changes_fluctuations_is_found(narrow, wrong):
    limits = {f"{what}, {moment}": 0.01 for what in ("kinetic energy", "volume") for moment in ("mean", "variance")}
    of = [drawn(1.5, 2.0, seed=4), drawn(1.5, 2.0, seed=5, narrow=narrow)]
    runs = [delays.moments(run.columns, 3 * ATOMS - 3, 1.5) for run in of]
    checks = delays.checks_of("drawn", "mixed", *runs, {"delays": {"limits": limits}, "standard_errors": WITHIN})
    assert [check.quantity for check in checks if not check.passed] == wrong
