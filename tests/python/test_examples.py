# SPDX-License-Identifier: BSD-3-Clause
"""The sweeps of docs/examples run, with fewer atoms and steps, and find the curves that the pages speak of.

What a page reads of a single run is tested by tests/system/test_examples.py.
"""

import pytest

import needed
from conftest import ROOT
from page_blocks import blocks, outcome, smaller

np = needed.module("numpy")


@pytest.fixture
def sweep(tmp_path, monkeypatch):
    """Runs a block of a page beside the inputs; returns what it has left behind."""
    for name in ("inputs", "validation"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)

    def run(page, heading, replaced):
        code = blocks(ROOT / f"docs/examples/{page}.md")[heading]
        return outcome(smaller(code, replaced, page), page)

    return run


def test_an_isotherm_is_that_of_the_equation_of_state(sweep):
    shorter = (
        '"system.lattice.cells": [5, 5, 5], "stage.melt.steps": 2000,'
        '"stage.settle.steps": 2500, "stage.produce.steps": 5000,'
    )
    replaced = {
        "[1.075164, 1.761739, 3.031960, 5.290635]": "[1.761739, 3.031960]",
        "overrides={": f"overrides={{{shorter}",
    }
    found = np.array(sweep("isotherm", "The curve", replaced)["isotherm"])
    # Thol et al. 2016, evaluated for these pressures.
    assert found[:, 0].tolist() == [1.761739, 3.03196]
    assert (np.abs(found[:, 1] - [0.6, 0.7]) < 4 * found[:, 2] + 0.006).all()
    assert (found[:, 2] < 0.02).all()


def test_copper_expands_from_point_to_point(sweep):
    replaced = {
        "[100, 300, 500, 700, 900, 1100, 1300]": "[300, 900]",
        "overrides={": 'overrides={"system.lattice.cells": [5, 5, 5],',
        "15000": "4000",
    }
    (_, cold, cold_error), (_, hot, hot_error) = sweep("expansion", "Points with errors", replaced)["points"]
    # LAMMPS, as in validation/copper-expansion.
    assert cold == pytest.approx(3.63269, abs=4 * cold_error + 0.001)
    assert hot == pytest.approx(3.6735, abs=4 * hot_error + 0.002)
    assert 0 < cold_error < 0.002 and 0 < hot_error < 0.004


def test_a_slower_quench_makes_a_deeper_glass(sweep):
    replaced = {
        "[3125, 12500, 50000]": "[500, 20000]",
        "overrides={": 'overrides={"system.random.counts.A": 400, "system.random.counts.B": 100,',
    }
    (_, fast, fast_energy), (_, slow, slow_energy) = sweep("glass", "Slower and faster", replaced)["glasses"]
    assert 1.21 < fast < 1.24 and 1.22 < slow < 1.245
    assert -6.85 < slow_energy < fast_energy - 0.01


def test_larger_clusters_lie_no_deeper_than_the_lowest_known(sweep):
    replaced = {"[(13, 200000), (38, 1000000), (55, 1000000)]": "[(13, 50000), (38, 50000)]", "[1, 2, 3, 4]": "[1, 2]"}
    lowest = sweep("cluster", "More atoms", replaced)["lowest"]
    # The Cambridge Cluster Database.
    assert lowest[13] == pytest.approx(-44.326801, abs=2e-6)
    assert -173.928428 < lowest[38] < -160
