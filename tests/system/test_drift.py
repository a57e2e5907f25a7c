# SPDX-License-Identifier: BSD-3-Clause
"""The drift of the conserved energy that a run tells: the slope of a line through the samples of its last stage."""

import numpy
import pytest

import cases
import runs
from calls import call
from mdsim_tools.program import PHYSICS_ERROR
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


@pytest.mark.parametrize(("stage", "told"), [(cases.langevin(20), True), (cases.stage("nve", 20), False)])
def test_a_guard_that_never_looks_is_told(program, stage, told):
    path = program.write("a.toml", input_of(stage, output=OUTPUT))
    out, err = call(program, path, "--dry-run", "--set", 'thermo.on_drift="stop"')
    assert ("thermo.on_drift: no stage should keep its energy" in out + err) == told


def test_few_samples_are_told(program):
    path = program.write(
        "a.toml", input_of(cases.stage("nve", 20), output="\n[thermo]\nevery = 20\n[trajectory]\nevery = 0\n")
    )
    drift, lines = drift_of(program, path, "two")
    assert drift["samples"] == 2 and drift["standard_error"] is None and "of unknown error" in lines[0]
    out, _ = call(program, path, "--output", program.folder("one"), "--set", "thermo.every=30")
    assert "energy drift: not measured" in out
    assert runs.summary(program.folder("one"))["energy_drift"]["rate_per_atom"] is None


def too_long(program, *stages):
    """An input whose time step is far too long in these stages, and whose energies do not jump."""
    output = "\n[thermo]\nevery = 5\n[trajectory]\nevery = 0\n[checkpoint]\nevery = 100\n"
    return program.write(
        "long.toml", input_of(*stages, output=output).replace("[pair]", '[pair]\ntruncation = "shift"')
    )


@pytest.mark.parametrize("ranks", [1, 2])
def test_a_run_warns_of_a_drift_while_it_goes_on(program, ranks):
    path = too_long(program, cases.stage("nve", 600, 0.025))
    _, err = call(program, path, "--output", program.folder("a"), ranks=ranks)
    words = "of k_B T per atom, which is much: halve the time step"
    warnings = [line for line in err.splitlines() if words in line]
    assert len(warnings) == 2 and "thermo.drift_limit: from step 0 to " in warnings[0]
    last = int(warnings[0].split("from step 0 to ")[1].split()[0])
    assert 155 <= last < 600 and last % 5 == 0, "32 samples are needed"


@pytest.mark.parametrize("ranks", [1, 2])
def test_a_drift_ends_a_run_that_asks_for_it(program, ranks):
    path = too_long(program, cases.stage("nve", 200, 0.002), cases.stage("nve", 600, 0.025))
    stop = ("--set", 'thermo.on_drift="stop"')
    _, err = call(program, path, "--output", program.folder("a"), *stop, ranks=ranks, code=PHYSICS_ERROR)
    assert "from step 200 to " in err and "which is much: halve the time step" in err
    assert list(runs.thermo_text(program.folder("a"))[1])[-1] < 800
    # What was written until then is whole, and who knows better may go on.
    _, err = call(program, path, "--output", program.folder("a"), "--resume", "--set", 'thermo.on_drift="ignore"')
    assert "which is much" not in err and list(runs.thermo_text(program.folder("a"))[1])[-1] == 800


def test_a_wider_limit_and_noise_keep_a_run_quiet(program):
    path = too_long(program, cases.stage("nve", 600, 0.025))
    _, err = call(program, path, "--output", program.folder("wide"), "--set", "thermo.drift_limit=100")
    assert "which is much" not in err
    path = too_long(program, cases.langevin(600, 0.025))
    _, err = call(program, path, "--output", program.folder("noise"))
    assert "which is much" not in err
