# SPDX-License-Identifier: BSD-3-Clause
"""Density, temperature and velocity in layers across the box, against sums over the frames of the same run."""

import os

import h5py
import numpy
import pytest

import cases
from calls import call
from mdsim_tools.program import INPUT_ERROR
from test_correlations import content, input_text, table_in

EVERY, LAYERS, STEPS = 4, 7, 400
FRAMES = f"""
[thermo]
every = {EVERY}
columns = ["temperature", "density"]
[trajectory]
every = {EVERY}
fields = ["position", "velocity"]
"""


def section(axis="z", more=""):
    return f'\n[profile]\nevery = {EVERY}\naxis = "{axis}"\nlayers = {LAYERS}\n{more}'


def profile_input(*stages, axis="z", precision="double"):
    return input_text(*stages, more=section(axis), output=FRAMES, precision=precision)


def expected(folder, axis, first, mass=(1.0, 2.5)):
    """The means over the frames behind a step: of each layer the densities by species, the velocity, and twice the
    kinetic energy beside the flow for each atom and axis."""
    with h5py.File(os.path.join(folder, "trajectory.h5md"), "r") as file:
        atoms = file["particles/all"]
        chosen = atoms["position/step"][()] > first
        positions, velocities = atoms["position/value"][()][chosen], atoms["velocity/value"][()][chosen]
        edges = numpy.array(atoms["box/edges"] if "value" not in atoms["box/edges"] else atoms["box/edges/value"][0])
        kinds = atoms["species"][()].reshape(-1)
    edge = edges[axis] if edges.ndim == 1 else edges[axis, axis]
    volume = (edges.prod() if edges.ndim == 1 else numpy.linalg.det(edges)) / LAYERS
    layer = numpy.floor(positions[:, :, axis] / edge % 1 * LAYERS).astype(int)
    weight = numpy.broadcast_to(numpy.array(mass)[kinds], layer.shape)
    result = []
    for number in range(LAYERS):
        here = layer == number
        momentum = numpy.einsum("fa,fad->d", weight * here, velocities)
        flow = momentum / (weight * here).sum()
        heat = (weight * here * (velocities**2).sum(axis=2)).sum() - flow @ momentum
        densities = [(here & (kinds == kind)).sum() / len(layer) / volume for kind in (0, 1)]
        result.append((*densities, *flow, heat / (3 * here.sum())))
    return numpy.array(result).T


@pytest.mark.parametrize("axis", ["x", "y", "z"])
def test_layers_hold_what_is_in_them(program, axis):
    path = program.write("a.toml", profile_input(cases.stage("nve", 40), cases.stage("nve", STEPS), axis=axis))
    call(program, path, "--output", program.folder("a"))
    table = table_in(program.folder("a"), "profile.csv")
    a, b, vx, vy, vz, heat = expected(program.folder("a"), "xyz".index(axis), 40)
    assert table["density_A"] == pytest.approx(a) and table["density_B"] == pytest.approx(b)
    assert table["density"] == pytest.approx(a + b)
    for name, flow in (("x", vx), ("y", vy), ("z", vz)):
        assert table[f"velocity_{name}"] == pytest.approx(flow, rel=1e-5, abs=1e-7)  # frames hold float32
    atoms = 4 * 4**3
    assert table["temperature"] == pytest.approx(heat * 3 * atoms / (3 * atoms - 3))
    assert (numpy.diff(table["position"]) > 0).all()
    for column in ("density", "density_A", "density_B", "temperature", "velocity_x"):
        assert (table[f"{column}_error"] > 0).all()
    with h5py.File(os.path.join(program.folder("a"), "profile.h5"), "r") as file:
        for column, numbers in table.items():
            assert numpy.array_equal(file[f"profile/{column}"][()], numbers)
        assert file["profile/samples"][0] == STEPS // EVERY


def test_all_layers_together_are_the_whole_system(program):
    path = program.write("a.toml", profile_input(cases.velocity_rescaling(STEPS)))
    call(program, path, "--output", program.folder("a"))
    table = table_in(program.folder("a"), "profile.csv")
    rows = table_in(program.folder("a"), "thermo.csv")
    assert table["density"].mean() == pytest.approx(rows["density"][0])
    whole = (table["density"] * table["temperature"]).sum() / table["density"].sum()
    # What flows in a layer by chance, in a hundred samples of forty atoms, is the difference.
    assert whole == pytest.approx(rows["temperature"][1:].mean(), rel=2e-3)


@pytest.mark.parametrize("precision", ["mixed", "double"])
def test_a_profile_is_the_same_in_parts_and_on_any_number_of_ranks(program, precision):
    text = profile_input(cases.stage("nve", 40), cases.stage("nve", STEPS), precision=precision)
    path = program.write("a.toml", text)
    call(program, path, "--output", program.folder("whole"))
    for ranks, steps in ((3, 0), (2, 37), (4, 260), (2, STEPS)):
        resume = () if steps == 0 else ("--resume",)
        keys = ("--set", f"stage.1.steps={steps}", *resume)
        call(program, path, "--output", program.folder("parts"), *keys, ranks=ranks)
    assert content(program, "whole", "profile.csv") == content(program, "parts", "profile.csv")
    call(program, "check", program.folder("parts"))


def test_a_box_that_is_strained_carries_its_layers(program):
    pulled = cases.stage("nve", STEPS) + cases.deform("zz", rate=0.05)
    path = program.write("a.toml", profile_input(pulled))
    call(program, path, "--output", program.folder("a"))
    table = table_in(program.folder("a"), "profile.csv")
    rows = table_in(program.folder("a"), "thermo.csv")
    assert table["density"].mean() == pytest.approx(rows["density"][1:].mean())
    assert rows["density"][-1] < 0.95 * rows["density"][0]


def test_units_have_names(program):
    argon = (cases.ROOT / "inputs/argon_real.toml").read_text(encoding="utf-8")
    path = program.write("argon.toml", argon + "\n[profile]\nevery = 20\nlayers = 4\n")
    call(program, path, "--output", program.folder("a"), "--set", "stage.1.steps=100")
    with h5py.File(os.path.join(program.folder("a"), "profile.h5"), "r") as file:
        units = {name: file[f"profile/{name}"].attrs["unit"] for name in ("position", "density", "temperature")}
        temperature = file["profile/temperature"][()]
    assert units == {"position": "Angstrom", "density": "Angstrom-3", "temperature": "K"}
    assert (temperature > 60).all() and (temperature < 150).all()


@pytest.mark.parametrize(
    "more, words",
    [
        ('every = 4\nstage = "none"', ('there is no stage "none"', "stage 0")),
        ('every = 4\naxis = "w"', ("profile.axis", "allowed: x, y, z")),
        ("layers = 5", ("the key 'every' is missing in [profile]",)),
        ("every = 4\nlayers = 10001", ("profile.layers", "10000")),
        ("every = 0", ("profile.every",)),
    ],
)
def test_bad_sections_are_refused(program, more, words):
    text = input_text(cases.stage("nve", 40), more=f"\n[profile]\n{more}\n", output=FRAMES)
    _, err = call(program, program.write("a.toml", text), "--dry-run", code=INPUT_ERROR)
    for word in words:
        assert word in err


def test_a_stage_that_is_too_short_or_minimizes_is_reported(program):
    path = program.write("a.toml", profile_input(cases.stage("nve", 3)))
    out, err = call(program, path, "--dry-run")
    assert 'profile.every: found 4, more than the 3 steps of stage "stage 0": no sample is taken' in out + err
    path = program.write("b.toml", profile_input(cases.minimize(40)))
    _, err = call(program, path, "--dry-run", code=INPUT_ERROR)
    assert "the stage minimizes, which is no dynamics" in err
