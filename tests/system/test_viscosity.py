# SPDX-License-Identifier: BSD-3-Clause
"""The viscosity from the autocorrelation of the stress, against sums over the pressure tensors of the same run."""

import os

import h5py
import numpy
import pytest

import cases
from calls import call
from mdsim_tools.program import INPUT_ERROR
from test_correlations import input_text, table_in

EVERY, WINDOW, ORIGINS = 4, 20, 3
SECTION = f"""
[viscosity]
every = {EVERY}
window = {WINDOW}
origin_every = {ORIGINS}
"""
ROWS = f"""
[thermo]
every = {EVERY}
columns = ["temperature", "pressure_tensor", "volume"]
[trajectory]
every = 0
"""
STEPS = 400


def viscosity_input(*stages, more=SECTION, output=ROWS, precision="double"):
    return input_text(*stages, more=more, output=output, precision=precision)


def expected(folder, first):
    """Modulus and viscosity by lag from the rows of thermo.csv behind a step."""
    rows = table_in(folder, "thermo.csv")
    rows = {name.split(" ")[0]: numbers[rows["step"] > first] for name, numbers in rows.items()}
    xx, yy, zz, xy, xz, yz = (rows[f"pressure_{d}"] for d in ("xx", "yy", "zz", "xy", "xz", "yz"))
    mean = (xx + yy + zz) / 3
    stress = numpy.array([xx - mean, yy - mean, zz - mean, *(numpy.sqrt(2) * s for s in (xy, xz, yz))])
    origins = range(0, stress.shape[1] - WINDOW, ORIGINS)
    products = numpy.array([[stress[:, o] @ stress[:, o + lag] for lag in range(WINDOW + 1)] for o in origins])
    modulus = products.mean(axis=0) * rows["volume"][0] / (10 * rows["temperature"].mean())
    steps = 0.5 * (modulus[1:] + modulus[:-1]) * EVERY * 0.005
    return modulus, numpy.concatenate([[0], numpy.cumsum(steps)]), len(origins)


def test_the_modulus_is_that_of_the_stresses(program):
    path = program.write("a.toml", viscosity_input(cases.stage("nve", 40), cases.stage("nve", STEPS)))
    out, _ = call(program, path, "--output", program.folder("a"))
    modulus, viscosity, origins = expected(program.folder("a"), 40)
    table = table_in(program.folder("a"), "viscosity.csv")
    assert list(table["lag"]) == [EVERY * lag for lag in range(WINDOW + 1)]
    assert table["time"] == pytest.approx(table["lag"] * 0.005)
    assert table["modulus"] == pytest.approx(modulus, rel=1e-6, abs=1e-7)
    assert table["viscosity"] == pytest.approx(viscosity, rel=1e-6, abs=1e-7)
    assert (table["modulus_error"] > 0).all() and (table["viscosity_error"][1:] > 0).all()
    with h5py.File(os.path.join(program.folder("a"), "viscosity.h5"), "r") as file:
        for column, numbers in table.items():
            assert numpy.array_equal(file[f"viscosity/{column}"][()], numbers)
        estimate = file["viscosity/estimate"][()]
        assert file["viscosity/origins"][0] == origins
    assert estimate[0] == table["viscosity"][-1] and estimate[1] == table["viscosity_error"][-1]
    assert f"viscosity by Green and Kubo: {estimate[0]:.4g} +- {estimate[1]:.2g} (stage" in out


@pytest.mark.parametrize("section", ["viscosity", "conductivity"])
def test_a_box_with_vacuum_has_no_coefficient(program, section):
    text = viscosity_input(cases.stage("nve", 100), more=f"\n[{section}]\nevery = 5\nwindow = 10\n")
    text = text.replace("[pair]", "[box]\nperiodic = [true, true, false]\n[pair]", 1)
    _, err = call(program, program.write("open.toml", text), "--dry-run", code=INPUT_ERROR)
    assert f"{section}: the coefficient is that of a box full of the material" in err


def test_units_are_those_of_pressure_and_time(program):
    argon = (cases.ROOT / "inputs/argon_real.toml").read_text(encoding="utf-8")
    path = program.write("argon.toml", argon + "\n[viscosity]\nevery = 2\nwindow = 5\n")
    out, _ = call(program, path, "--output", program.folder("a"), "--set", "stage.1.steps=100")
    assert "viscosity by Green and Kubo: " in out and " atm fs (stage" in out
