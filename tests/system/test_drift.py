# SPDX-License-Identifier: BSD-3-Clause
"""The drift of the conserved energy that a run tells: the slope of a line through the samples of its last stage."""

import numpy
import pytest

import cases
import runs
from calls import call
from restarts import input_of

OUTPUT = "\n[thermo]\nevery = 5\n[trajectory]\nevery = 10\n"


def drift_of(program, path, name, *arguments, ranks=1):
    """What the summary says of the drift, and the line of the report."""
    out, _ = call(program, path, "--output", program.folder(name), *arguments, ranks=ranks)
    lines = [line for line in out.splitlines() if line.startswith("conserved energy")]
    return runs.summary(program.folder(name))["energy_drift"], lines


def stored(folder, first):
    """Step and conserved energy of the rows of thermo.csv from a step on."""
    header, rows, _ = runs.thermo_text(folder)
    column = [name.split(" ")[0] for name in header.split(",")].index("conserved_energy")
    table = [(step, float(line.split(",")[column])) for step, line in rows.items() if step >= first]
    return numpy.array(table).T


@pytest.mark.parametrize("ensemble", [cases.stage("nve", 400), cases.nose_hoover(400), cases.velocity_rescaling(400)])
def test_the_drift_is_the_slope_of_all_samples_of_the_last_stage(program, ensemble):
    output = OUTPUT.replace("every = 5", 'every = 5\ncolumns = ["conserved_energy"]')
    path = program.write("a.toml", input_of(cases.stage("nve", 200), ensemble, output=output))
    drift, lines = drift_of(program, path, "a")
    step, energy = stored(program.folder("a"), 200)
    expected = numpy.polyfit(step * 0.005, energy / 500, 1)[0]
    assert drift["samples"] == len(step) == 81 and drift["time_unit"] == "tau"
    # The first sample of a stage is of its own ensemble, where the table has that of the stage before.
    assert drift["rate_per_atom"] == pytest.approx(expected, rel=1e-3, abs=1e-6)
    assert drift["mean_per_atom"] == pytest.approx(energy.mean() / 500, rel=1e-4)
    assert 0 < drift["standard_error"] < 1
    assert len(lines) == 1 and f"drift {drift['rate_per_atom']:.2e} +- {drift['standard_error']:.1e}" in lines[0]


@pytest.mark.parametrize("ranks", [1, 3])
def test_the_drift_is_the_same_in_parts_and_on_any_number_of_ranks(program, ranks):
    path = program.write("a.toml", input_of(cases.stage("nve", 100), cases.stage("nve", 600), output=OUTPUT))
    whole = drift_of(program, path, "whole")
    drift_of(program, path, "parts", "--set", "stage.1.steps=133", ranks=ranks)
    drift_of(program, path, "parts", "--set", "stage.1.steps=400", "--resume", ranks=2)
    assert drift_of(program, path, "parts", "--resume", ranks=ranks) == whole


def test_a_stage_that_conserves_nothing_has_no_drift(program):
    path = program.write("a.toml", input_of(cases.langevin(20), output=OUTPUT))
    assert drift_of(program, path, "a") == (None, [])


def test_few_samples_are_told(program):
    path = program.write(
        "a.toml", input_of(cases.stage("nve", 20), output="\n[thermo]\nevery = 20\n[trajectory]\nevery = 0\n")
    )
    drift, lines = drift_of(program, path, "two")
    assert drift["samples"] == 2 and drift["standard_error"] is None and "of unknown error" in lines[0]
    out, _ = call(program, path, "--output", program.folder("one"), "--set", "thermo.every=30")
    assert "energy drift: not measured" in out
    assert runs.summary(program.folder("one"))["energy_drift"]["rate_per_atom"] is None
