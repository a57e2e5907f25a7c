# SPDX-License-Identifier: BSD-3-Clause
"""Every input of docs/examples runs, with fewer atoms and steps, and its page reads the right answer from it."""

import sys

import pytest

import cases
import needed
from page_blocks import blocks, outcome, smaller

needed.module("h5py")
sys.path.insert(0, str(cases.ROOT / "src/python"))  # what reads runs needs no engine

PAGES = cases.ROOT / "docs/examples"


@pytest.fixture
def read(program, monkeypatch):
    """Runs an input, shortened, and the Python of its page that reads the folder; returns what that has left behind."""

    def run(name, page, heading, settings, replaced=None):
        program.run(cases.ROOT / f"inputs/{name}.toml", f"{name}.out", settings=settings, timeout=300)
        monkeypatch.chdir(program.scratch)
        return outcome(smaller(blocks(PAGES / f"{page}.md")[heading], replaced or {}, page), page)

    return run


def test_each_page_is_in_the_index_and_in_the_site():
    names = {path.name for path in PAGES.glob("*.md")} - {"index.md"}
    assert names == {"isotherm.md", "expansion.md", "tension.md", "glass.md", "cluster.md"}
    index, site = (PAGES / "index.md").read_text(encoding="utf-8"), (cases.ROOT / "mkdocs.yml").read_text()
    for name in names:
        assert f"({name})" in index and f"docs/examples/{name}" in site


def test_a_fluid_has_the_density_of_the_equation_of_state(read):
    settings = {
        "system.lattice.cells": [5, 5, 5],
        "stage.melt.steps": 2000,
        "stage.settle.steps": 1500,
        "stage.produce.steps": 8000,
    }
    averages = read("lj_pressure", "isotherm", "One pressure", settings)["averages"]
    density, pressure = averages["density"], averages["pressure"]
    assert 0 < density.error < 0.004
    # Thol et al. 2016, as in validation/lj-fluid. Without the tail correction it would be 0.0086 less.
    assert density.mean == pytest.approx(0.8, abs=0.006)
    assert pressure.mean == pytest.approx(5.290635, abs=5 * pressure.error + 0.02)
    assert averages["temperature"].mean == pytest.approx(2.0, abs=0.04)


def test_copper_expands_as_lammps_finds(read):
    settings = {"system.lattice.cells": [5, 5, 5], "stage.heat.steps": 12000}
    found = read("copper_expansion", "expansion", "One run", settings)
    # validation/metals-static and validation/copper-expansion; a fast ramp of few atoms lags and is noisy.
    assert found["at_rest"] == pytest.approx(3.615, abs=2e-4)
    assert found["curve"](300) == pytest.approx(3.63269, abs=0.004)
    assert found["curve"](900) == pytest.approx(3.6735, abs=0.006)
    assert 1.2e-5 < found["expansion"] < 2.2e-5


def test_copper_resists_tension_by_its_elastic_constant(read):
    settings = {
        "system.lattice.cells": [6, 6, 6],
        "stage.equilibrate.steps": 1000,
        "stage.pull.steps": 5000,
        "stage.pull.deform.0.rate": 0.008,
        "thermo.every": 5,
    }
    found = read("copper_tension", "tension", "Reading it", settings, {">= 2000": ">= 1000", "0.001 *": "0.008 *"})
    assert found["strain"][-1] == pytest.approx(0.1, rel=1e-6)
    # LAMMPS with the same potential, 2048 atoms and a quarter of the rate; at rest the slope is 183.
    assert found["slope"] == pytest.approx(164, abs=12)
    assert found["stress"][-1] == pytest.approx(11.39, abs=0.5)
    assert found["side"][-1] < 0.8 * found["stress"][-1]


def test_a_glass_is_as_dense_as_that_of_lammps(read):
    settings = {"system.random.counts": "{A=400,B=100}", "stage.liquid.steps": 3000, "stage.quench.steps": 10000}
    found = read("glass_quench", "glass", "Reading it", settings, {"10500": "3500", "60500": "13500"})
    assert found["thermo"]["pressure"][-1] == pytest.approx(2.0, abs=0.01)
    assert found["density"] == pytest.approx(1.232, abs=0.008)
    assert found["energy"] == pytest.approx(-6.75, abs=0.06)
    assert 0.36 < found["transition"] < 0.58
    assert found["liquid"] > 2 * found["glass"] > 0


def test_thirteen_atoms_find_the_icosahedron(read):
    found = read("lj_cluster", "cluster", "One cluster", {"stage.cool.steps": 100000})
    # Wales and Doye 1997.
    assert found["energy"] == pytest.approx(-44.326801, abs=2e-6)
    assert found["neighbours"].tolist() == [6] * 12 + [12]
