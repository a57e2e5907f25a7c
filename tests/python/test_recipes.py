# SPDX-License-Identifier: BSD-3-Clause
"""Every block of docs/recipes.md runs, with fewer atoms and steps, and has the outcome that the page speaks of."""

import os
import pathlib

import pytest

import mdsim
import needed
from page_blocks import blocks, outcome, smaller

np = needed.module("numpy")

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/recipes.md"

SMALLER = {
    "A droplet": {"cells=12": "cells=6", "steps=20000": "steps=15000"},
    "A quench": {"cells=8": "cells=5", "steps=40000": "steps=12000"},
    "A start from a last frame": {"steps=5000": "steps=1500"},
    "An isotherm": {
        "[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]": "[0.05, 0.4, 0.8]",
        "cells=6": "cells=5",
        "steps=3000": "steps=1000",
        "steps=20000": "steps=5000",
    },
    "Chained runs": {"cells=6": "cells=4", "steps=5000": "steps=3000"},
}


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """What each recipe has left behind; those that follow see the files of those before."""
    folder, begin, left = tmp_path_factory.mktemp("recipes"), os.getcwd(), {}
    os.chdir(folder)
    try:
        for heading, code in blocks(PAGE).items():
            if not heading:
                common = code
                continue
            left[heading] = outcome(common + smaller(code, SMALLER.get(heading, {}), heading), heading)
    finally:
        os.chdir(begin)
    left["folder"] = folder
    return left


@pytest.fixture(autouse=True)
def beside_the_files(book, monkeypatch):
    monkeypatch.chdir(book["folder"])


def test_every_recipe_is_checked(book):
    assert set(book) - {"folder"} == set(SMALLER)


def test_a_cube_of_liquid_becomes_a_round_droplet(book):
    droplet, shapes = book["A droplet"]["droplet"], book["A droplet"]["shapes"]
    roundness = book["A droplet"]["roundness"]
    side = np.linspace(-1, 1, 41)
    cube = np.array(np.meshgrid(side, side, side)).reshape(3, -1).T
    assert roundness(cube) == pytest.approx(0.474, abs=0.01)
    assert roundness(cube[(cube**2).sum(axis=1) < 1]) == pytest.approx(0.6, abs=0.01)
    assert shapes[0] < 0.53 and np.mean(shapes[-10:]) == pytest.approx(0.6, abs=0.03)
    assert droplet.finished and len(shapes) == 30
    assert np.linalg.norm(droplet.positions.mean(axis=0) - droplet.cell.diagonal() / 2 - droplet.origin) < 0.5


def test_a_quench_ends_cold_with_the_energy_of_a_solid(book):
    quenched, energy = book["A quench"]["quenched"], book["A quench"]["energy"]
    thermo = quenched.thermo_arrays()
    assert thermo["temperature"][20] == pytest.approx(2.0, rel=0.15)
    assert 0.09 < thermo["temperature"][-1] < 0.16  # a little behind the thermostat
    assert book["A quench"]["melted"] == energy[20] == pytest.approx(-3.4, abs=0.2)  # a hot, dense liquid
    assert -6.6 < energy[-1] < -5.6  # above the crystal of this density and potential, as a glass is
    assert 0 <= book["A quench"]["in_crystal"] <= 1
    assert quenched.trajectory[2]["cna"].mean() < 0.5  # a liquid


def test_a_run_begins_where_the_last_frame_is(book):
    recipe, before = book["A start from a last frame"], book["A quench"]["quenched"]
    assert recipe["last"].step == before.progress.last_step
    # Positions in single precision change energies in the sixth digit.
    assert recipe["begin"] == pytest.approx(before.thermo_arrays()["potential_energy"][-1], rel=2e-5)
    annealed = recipe["annealed"]
    assert annealed.finished and annealed.thermo["temperature"] == pytest.approx(0.4, rel=0.15)
    start = mdsim.Simulation(
        recipe["lennard_jones"](stage=[recipe["langevin"](0.4, steps=1, name="a")]),
        atoms=mdsim.Atoms.from_frame(recipe["last"]),
    )
    assert start.velocities == pytest.approx(recipe["last"].velocities, rel=1e-6, abs=1e-9)
    assert start.images.tolist() == recipe["last"].images.tolist()
    assert start.thermo["temperature"] == pytest.approx(before.thermo_arrays()["temperature"][-1], rel=1e-5)


def test_an_isotherm_is_that_of_the_equation_of_state(book):
    (_, gas, _), (_, dense, error), (_, liquid, more) = book["An isotherm"]["isotherm"]
    # At 0.05 the virial series with B2(1.5) = -1.88 (integral of the potential); the next term is below 0.002.
    r = np.linspace(1e-3, 60, 600_001)
    with np.errstate(over="ignore"):
        mayer = np.exp(-4 * (r**-12.0 - r**-6.0) / 1.5) - 1
    second = -2 * np.pi * (mayer * r**2).sum() * (r[1] - r[0])
    assert gas == pytest.approx(1.5 * 0.05 * (1 + 0.05 * second), abs=0.003)
    # Thol et al. 2016, as in validation/lj-fluid.
    assert dense == pytest.approx(0.283438, abs=4 * error + 0.02)
    assert liquid == pytest.approx(3.27968, abs=4 * more + 0.06)
    assert error < 0.05 and more < 0.1


def test_a_crystal_has_the_heat_capacity_of_dulong_and_petit(book):
    recipe = book["Chained runs"]
    slope = np.polyfit(recipe["temperatures"], recipe["energies"], 1)[0]
    assert slope == pytest.approx(3.0, abs=0.25)
    assert len(recipe["energies"]) == 4
