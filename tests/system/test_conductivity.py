# SPDX-License-Identifier: BSD-3-Clause
"""The thermal conductivity from the autocorrelation of the heat current, against sums over the frames of the same
run."""

import os

import h5py
import numpy
import pytest

import cases
from calls import call
from test_correlations import content, frames_of, input_text, table_in

EVERY, WINDOW, ORIGINS = 4, 20, 3
STEPS = 400
MASSES = numpy.array([1.0, 2.5])
SECTION = f"""
[conductivity]
every = {EVERY}
window = {WINDOW}
origin_every = {ORIGINS}
"""
FRAMES = f"""
[thermo]
every = {EVERY}
columns = ["temperature", "volume"]
[trajectory]
every = {EVERY}
fields = ["position", "velocity", "image", "potential_energy", "virial"]
"""


def conductivity_input(*stages, more=SECTION, output=FRAMES, precision="double"):
    return input_text(*stages, more=more, output=output, precision=precision)


def currents_of(folder, first):
    """The heat current of each frame behind a step."""
    _, velocities, species = frames_of(folder, first)
    with h5py.File(os.path.join(folder, "trajectory.h5md"), "r") as file:
        later = file["particles/system/virial/step"][()] > first
        energy, virial = (file[f"particles/system/{name}/value"][later] for name in ("potential_energy", "virial"))
    mass = MASSES[species]
    total = energy + 0.5 * mass * (velocities**2).sum(axis=2)
    return (total[:, :, None] * velocities).sum(axis=1) + numpy.einsum("nabc,nac->nb", virial, velocities)


def expected(folder, first):
    """Autocorrelation and conductivity by lag, and the number of origins."""
    current = currents_of(folder, first)
    rows = table_in(folder, "thermo.csv")
    later = rows["step"] > first
    origins = range(0, len(current) - WINDOW, ORIGINS)
    products = numpy.array([[current[o] @ current[o + lag] for lag in range(WINDOW + 1)] for o in origins])
    correlation = products.mean(axis=0) / (3 * rows["volume"][0] * rows["temperature"][later].mean() ** 2)
    steps = 0.5 * (correlation[1:] + correlation[:-1]) * EVERY * 0.005
    return correlation, numpy.concatenate([[0], numpy.cumsum(steps)]), len(origins)


def test_the_correlation_is_that_of_the_currents_of_frames(program):
    path = program.write("a.toml", conductivity_input(cases.stage("nve", 40), cases.stage("nve", STEPS)))
    out, _ = call(program, path, "--output", program.folder("a"))
    correlation, conductivity, origins = expected(program.folder("a"), 40)
    table = table_in(program.folder("a"), "conductivity.csv")
    assert list(table["lag"]) == [EVERY * lag for lag in range(WINDOW + 1)]
    scale = correlation[0]
    assert table["correlation"] == pytest.approx(correlation, rel=1e-5, abs=1e-5 * scale)
    assert table["conductivity"] == pytest.approx(conductivity, rel=1e-5, abs=1e-5 * scale)
    assert (table["correlation_error"] > 0).all() and (table["conductivity_error"][1:] > 0).all()
    with h5py.File(os.path.join(program.folder("a"), "conductivity.h5"), "r") as file:
        estimate = file["conductivity/estimate"][()]
        assert file["conductivity/origins"][0] == origins
    assert estimate[0] == table["conductivity"][-1] and estimate[1] == table["conductivity_error"][-1]
    assert f"thermal conductivity by Green and Kubo: {estimate[0]:.4g} +- {estimate[1]:.2g} (stage" in out


def test_a_sample_changes_no_bit_of_the_run(program):
    stages = (cases.stage("nve", 40), cases.stage("nve", 100))
    for name, more in (("without", ""), ("with", SECTION)):
        call(
            program,
            program.write(f"{name}.toml", conductivity_input(*stages, more=more)),
            "--output",
            program.folder(name),
        )
    assert content(program, "without", "thermo.csv") == content(program, "with", "thermo.csv")


def test_units_are_those_of_energy_time_length_and_temperature(program):
    argon = (cases.ROOT / "inputs/argon_real.toml").read_text(encoding="utf-8")
    path = program.write("argon.toml", argon + "\n[conductivity]\nevery = 2\nwindow = 5\n")
    out, _ = call(program, path, "--output", program.folder("a"), "--set", "stage.1.steps=100")
    assert "thermal conductivity by Green and Kubo: " in out
    assert " kcal mol-1 fs-1 Angstrom-1 K-1 (stage" in out
    header = content(program, "a", "conductivity.csv").splitlines()[0].decode()
    assert "correlation [kcal mol-1 fs-2 Angstrom-1 K-1]" in header


def test_species_that_may_diffuse_are_reported(program):
    path = program.write("a.toml", conductivity_input(cases.stage("nve", 100)))
    out, _ = call(program, path, "--dry-run")
    assert "several species" in out
