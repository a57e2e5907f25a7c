# SPDX-License-Identifier: BSD-3-Clause
"""Runs whose frames are computed anew, and the command that does it."""

import shutil

import h5py
import pytest
import tomli_w
from small_liquid import atoms_of_a_liquid

import mdsim
from mdsim.commands.main import main

FIELDS = ["position", "image", "velocity", "force", "potential_energy", "virial"]
COLUMNS = ["temperature", "potential_energy", "kinetic_energy", "pressure", "pressure_tensor", "volume", "density"]


def tables(**stage):
    """A small liquid whose forces have no jump, so that rounding changes no energy at once; it begins as a crystal."""
    motion = {"name": "move", "ensemble": "nve", "time_step": 0.004, "steps": 80, **stage}
    made = atoms_of_a_liquid()
    made["pair"]["truncation"] = "force_shift"
    return {
        **made,
        "stage": [motion],
        "thermo": {"every": 20, "columns": COLUMNS},
        "trajectory": {"every": 20, "fields": FIELDS},
        "rdf": {"every": 20, "range": 2.4, "bins": 24},
    }


def run_in(folder, made, **overrides):
    """The folder of a run of these tables."""
    (folder / "in.toml").write_text(tomli_w.dumps(made))
    mdsim.run(folder / "in.toml", folder / "in.out", overrides=overrides)
    return folder / "in.out"


@pytest.fixture(scope="module")
def double(tmp_path_factory):
    return run_in(tmp_path_factory.mktemp("double"), tables(), **{"run.precision": "double"})


@pytest.fixture
def rerun(tmp_path, monkeypatch, capfd):
    """Calls the command in a folder of its own; returns its exit code, its words and its output."""
    monkeypatch.chdir(tmp_path)

    def call(source, *options):
        code = main(["rerun", str(source), *(str(option) for option in options)])
        words = "".join(capfd.readouterr())
        return code, words, tmp_path / f"{source.name.removesuffix('.out')}.rerun"

    return call


def altered(folder, target, change):
    """A copy of a trajectory in which `change` has changed something."""
    shutil.copy(folder / "trajectory.h5md", target)
    with h5py.File(target, "r+") as file:
        change(file)
    return target
