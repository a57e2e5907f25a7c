# SPDX-License-Identifier: BSD-3-Clause
"""A rerun finds the energies and forces that a run had in its frames, or those of other potentials."""

import csv
import os
import shutil
import subprocess
import sys

import h5py
import numpy as np
import pytest
import tomli_w
from rerun_runs import FIELDS, altered, double, rerun, run_in, tables  # noqa: F401 - fixtures

import mdsim
import needed
from mdsim.rerun.source import with_noise

ROUNDING = 2.0**-21
"""of a position between 8 and 16 in a frame, which holds 32-bit numbers: half of its last bit is 2**-21"""
CLOSEST = 5e3
"""how much stiffer than 1 the force between two atoms of the liquid may be [epsilon / sigma^2]"""
FORCE = CLOSEST * 2 * ROUNDING
"""by how much the rounding of two positions changes a force, at most"""
SINGLE = 2e-7
"""of energies in mixed precision, whose terms are 32-bit numbers, relative"""


@pytest.fixture(scope="module", params=["double", "mixed"])
def known(request, tmp_path_factory):
    """A run, in each precision."""
    return run_in(tmp_path_factory.mktemp("known"), tables(), **{"run.precision": request.param})


def differences(folder):
    with open(folder / "differences.csv", newline="") as file:
        return {line["quantity"]: line for line in csv.DictReader(file)}


def assert_rows_agree(run, again, rounding=ROUNDING):
    """All that both tables hold is the same within what the rounding of positions, and of velocities, changes."""
    rows, wanted = again.thermo_arrays(), run.thermo_arrays()
    assert np.array_equal(rows["step"], wanted["step"]) and np.allclose(rows["time"], wanted["time"])
    # The energy changes by the sum of f dx: about |f| times the rounding, as errors have no direction.
    forces = np.array([np.linalg.norm(frame.forces) for frame in run.trajectory])
    energy = rounding * forces + SINGLE * np.abs(wanted["potential_energy"])
    assert np.all(np.abs(rows["potential_energy"] - wanted["potential_energy"]) <= energy)
    assert rows["kinetic_energy"] == pytest.approx(wanted["kinetic_energy"], rel=2e-7)
    assert rows["temperature"] == pytest.approx(wanted["temperature"], rel=2e-7)
    # The virial changes by the stiffness of pairs times their distances: some ten times as much.
    pressure = 10 * energy / (3 * wanted["volume"]) + 1e-6
    for name in ("pressure", "pressure_xx", "pressure_yy", "pressure_zz", "pressure_xy", "pressure_xz", "pressure_yz"):
        assert np.all(np.abs(rows[name] - wanted[name]) <= 3 * pressure), name
    assert rows["volume"] == pytest.approx(wanted["volume"], rel=1e-12)
    assert rows["density"] == pytest.approx(wanted["density"], rel=1e-12)


def test_rows_are_those_of_the_run(known, rerun):
    code, words, folder = rerun(known)
    assert code == 0, words
    assert "5 frames of 500 atoms" in words and "warning" not in words
    assert sorted(path.name for path in folder.iterdir()) == ["input.toml", "thermo.csv"]
    assert_rows_agree(mdsim.open(known), mdsim.open(folder))
    titles = (known / "thermo.csv").read_text().splitlines()[0].split(",")
    assert set(titles) <= set((folder / "thermo.csv").read_text().splitlines()[0].split(","))


def test_frames_of_boxes_that_were_flipped(tmp_path, rerun):
    """Frames before and after flips, each of the box that it holds."""
    shear = [{"component": "xy", "rate": 6.0}, {"component": "yz", "rate": -4.0}]
    run = run_in(tmp_path, tables(deform=shear), **{"run.precision": "double"})
    edges = [frame.box.edges for frame in mdsim.open(run).trajectory]
    assert edges[-1][1, 0] < edges[1][1, 0] < 6.0 * 0.32 * edges[0][0, 0], "no box was flipped, which proves little"
    code, words, folder = rerun(run)
    assert code == 0, words
    assert_rows_agree(mdsim.open(run), mdsim.open(folder))


def test_frames_hold_what_the_run_wrote(known, rerun):
    code, words, folder = rerun(known, "--fields", "force,virial,potential_energy", "--frames", "1::2")
    assert code == 0, words
    before, after = mdsim.open(known).trajectory[1::2], mdsim.open(folder).trajectory
    assert after.steps.tolist() == [20, 60] and after.fields == tuple(sorted(FIELDS))
    assert after.units == before.units
    for one, other in zip(before, after):
        for name in ("position", "velocity", "image"):
            assert np.array_equal(one[name], other[name]), name
        assert np.array_equal(one.box.edges, other.box.edges) and one.box.periodic == other.box.periodic
        assert np.abs(one.forces - other.forces).max() < FORCE
        assert np.abs(one["potential_energy"] - other["potential_energy"]).max() < FORCE
        assert np.abs(one["virial"] - other["virial"]).max() < 10 * FORCE
    assert np.array_equal(after.ids, before.ids) and after.species.tolist() == before.species.tolist()


def layout(path):
    """Types, shapes of a frame, and attributes, of all that a file holds of atoms and of the system."""
    found = {}

    def visit(name, item):
        if not name.startswith("parameters/mdsim"):
            kind = (item.dtype, item.shape[1:]) if isinstance(item, h5py.Dataset) else None
            found[name] = kind, sorted(item.attrs)

    with h5py.File(path) as file:
        file.visititems(visit)
        assert "position" in file["particles/all"]
    return found


def test_the_layout_is_that_of_a_run(double, rerun):
    code, words, folder = rerun(double, "--fields", "force,virial,potential_energy")
    assert code == 0, words
    assert layout(folder / "trajectory.h5md") == layout(double / "trajectory.h5md")


def test_a_box_that_changes_is_followed(rerun, tmp_path):
    stage = {"ensemble": "nose_hoover", "temperature": 1.0, "relaxation_time": 0.2}
    barostat = {"pressure": 3.0, "relaxation_time": 0.5, "coupling": "anisotropic"}
    run = run_in(tmp_path, tables(**stage, barostat=barostat), **{"run.precision": "double"})
    volumes = mdsim.open(run).thermo_arrays()["volume"]
    assert np.ptp(volumes) > 1
    code, words, folder = rerun(run)
    assert code == 0, words
    assert_rows_agree(mdsim.open(run), mdsim.open(folder))


def test_another_cutoff_gives_what_a_new_run_gives(double, rerun, tmp_path):
    other = tables()
    other["pair"].update(cutoff=2.0, truncation="shift")
    other["run"]["precision"] = "double"
    (tmp_path / "other.toml").write_text(tomli_w.dumps(other))
    code, words, folder = rerun(double, tmp_path / "other.toml", "--fields", "force", "--frames=-1:")
    assert code == 0, words
    del other["velocity"]
    fresh = mdsim.Simulation(other, atoms=mdsim.Atoms.from_frame(mdsim.open(double).trajectory[-1]))
    rows = mdsim.open(folder).thermo_arrays()
    for name in ("potential_energy", "pressure", "pressure_xy", "temperature"):
        assert rows[name].tolist() == [fresh.thermo[name]], name
    assert np.array_equal(mdsim.open(folder).trajectory[0].forces, fresh.forces.astype(np.float32))
    assert mdsim.open(folder).input["pair"]["cutoff"] == 2.0
    by_key = rerun(double, "--set", "pair.cutoff=2.0", "--set", "pair.truncation=shift", "--overwrite")
    assert by_key[0] == 0, by_key[1]
    assert mdsim.open(folder).thermo_arrays()["potential_energy"][-1] == fresh.thermo["potential_energy"]


def test_the_precision_can_be_chosen(double, rerun):
    found = {}
    for precision in ("double", "mixed"):
        code, words, folder = rerun(double, "--precision", precision, "--overwrite")
        assert code == 0, words
        found[precision] = mdsim.open(folder).thermo_arrays()["potential_energy"].copy()
    assert not np.array_equal(found["double"], found["mixed"])
    assert found["mixed"] == pytest.approx(found["double"], rel=SINGLE)


def test_differences_are_shown(double, rerun):
    code, words, folder = rerun(double, "--compare", "--fields", "force")
    assert code == 0, words
    found = differences(folder)
    assert set(found) == {
        "potential_energy",
        "kinetic_energy",
        "temperature",
        "pressure",
        "force of an atom",
        "potential_energy of an atom",
        "virial of an atom",
    }
    trajectory, again = mdsim.open(double).trajectory, mdsim.open(folder).trajectory
    lengths = np.linalg.norm(trajectory.array("force") - again.array("force").astype(float), axis=2)
    force = found["force of an atom"]
    assert float(force["largest"]) == pytest.approx(lengths.max(), rel=1e-6)
    assert float(force["rms"]) == pytest.approx(np.sqrt((lengths**2).mean()), rel=1e-6)
    place = np.unravel_index(lengths.argmax(), lengths.shape)
    assert (int(force["step"]), int(force["atom"])) == (trajectory.steps[place[0]], trajectory.ids[place[1]])
    assert 0 < float(force["rms"]) < float(force["largest"]) < FORCE < 1e-3 * float(force["rms_stored"])
    code, words, folder = rerun(double, "--compare", "--set", "pair.cutoff=1.8", "--overwrite")
    assert code == 0 and float(differences(folder)["force of an atom"]["rms"]) > 0.1
    assert "rms stored" in words


def test_temperatures_are_those_of_the_stage(rerun, tmp_path):
    made = tables(ensemble="langevin", temperature=1.0, friction=1.0, steps=40)
    made["stage"].append({"name": "free", "ensemble": "nve", "time_step": 0.004, "steps": 40})
    run = run_in(tmp_path, made, **{"run.precision": "double"})
    code, words, folder = rerun(run)
    assert code == 0, words
    rows = mdsim.open(folder).thermo_arrays()
    assert_rows_agree(mdsim.open(run), mdsim.open(folder))
    freedom = 2 * rows["kinetic_energy"] / rows["temperature"]
    assert freedom == pytest.approx([1500, 1500, 1500, 1497, 1497])
    stages = made["stage"]
    assert [with_noise(stages, step) for step in (0, 40, 41, 99)] == [True, True, False, False]
    assert not with_noise([], 7)


def test_without_velocities_there_is_no_temperature(rerun, tmp_path):
    made = tables()
    made["trajectory"]["fields"] = ["position", "image"]
    run = run_in(tmp_path, made, **{"run.precision": "double"})
    code, words, folder = rerun(run, "--fields", "force", "--compare")
    assert code == 0, words
    assert "frames hold no velocities: there is no temperature" in words
    rows, wanted = mdsim.open(folder).thermo_arrays(), mdsim.open(run).thermo_arrays()
    assert not {"temperature", "kinetic_energy", "total_energy", "pressure"} & set(rows)
    kinetic = 2 * wanted["kinetic_energy"] / (3 * wanted["volume"])
    assert rows["virial_pressure"] == pytest.approx(wanted["pressure"] - kinetic, abs=1e-4)
    assert list(differences(folder)) == ["potential_energy"]
    assert mdsim.open(folder).trajectory.fields == ("force", "image", "position")


def test_g_of_r_is_that_of_the_run(rerun, tmp_path):
    barostat = {"pressure": 3.0, "relaxation_time": 0.5}
    stage = {"ensemble": "nose_hoover", "temperature": 1.0, "relaxation_time": 0.2, "barostat": barostat}
    run = run_in(tmp_path, tables(**stage), **{"run.precision": "double"})
    code, words, folder = rerun(run, "--rdf")
    assert code == 0, words
    found, wanted = mdsim.open(folder).observables.rdf, mdsim.open(run).observables.rdf
    assert np.array_equal(found.r, wanted.r)
    # A pair that rounding moves to the next bin is one of at least some hundreds.
    assert found.g == pytest.approx(wanted.g, rel=2e-3)


def test_forces_of_metal_are_in_the_unit_of_trajectories(rerun, tmp_path):
    made = tables(time_step=0.002)
    made["units"]["system"] = "metal"
    made["system"]["lattice"]["density"] = 0.085
    made["species"] = [{"name": "A", "mass": 63.546}]
    made["pair"]["cutoff"] = 5.0
    made["pair"]["potential"] = [{"species": ["A", "A"], "type": "lennard_jones", "epsilon": 0.4, "sigma": 2.3}]
    made["velocity"]["temperature"] = 300
    made["rdf"]["range"] = 5.0
    run = run_in(tmp_path, made, **{"run.precision": "double"})
    code, words, folder = rerun(run, "--fields", "force,potential_energy", "--frames=-2:")
    assert code == 0, words
    before, after = mdsim.open(run).trajectory, mdsim.open(folder).trajectory
    assert after.units["force"] == before.units["force"] == "kJ mol-1 Angstrom-1"
    assert after[-1].forces == pytest.approx(before[-1].forces, abs=1e-2)
    assert np.abs(before[-1].forces).max() > 10
    assert mdsim.open(folder).thermo_table().units == {**mdsim.open(run).thermo_table().units, "total_energy": "eV"}
    ase = needed.module("ase")
    assert isinstance(after.to_ase(-1), ase.Atoms)
    assert after.to_ase(-1).get_forces() == pytest.approx(before.to_ase(-1).get_forces(), abs=1e-4)


def test_a_box_with_open_sides_keeps_its_volume(rerun, tmp_path):
    made = tables(steps=40)
    made["box"] = {"periodic": [True, True, False]}
    run = run_in(tmp_path, made, **{"run.precision": "double"})
    code, words, folder = rerun(run, "--fields", "force")
    assert code == 0, words
    assert_rows_agree(mdsim.open(run), mdsim.open(folder))
    assert mdsim.open(folder).trajectory[0].box.periodic == (True, True, False)
    assert np.array_equal(mdsim.open(folder).trajectory[0].box.origin, mdsim.open(run).trajectory[0].box.origin)


def test_masses_of_a_structure_file_are_those_of_the_frames(rerun, tmp_path):
    made = tables(steps=20)
    path = tmp_path / "start.extxyz"
    spots = [(x, y, z) for x in range(6) for y in range(6) for z in range(6)]
    lines = ["216", 'Lattice="6.6 0 0 0 6.6 0 0 0 6.6" Properties=species:S:1:pos:R:3:masses:R:1']
    path.write_text("\n".join(lines + [f"A {1.1 * x} {1.1 * y} {1.1 * z} 2.5" for x, y, z in spots]) + "\n")
    made["system"] = {"file": {"path": "start.extxyz"}}
    made["species"] = [{"name": "A"}]
    run = run_in(tmp_path, made, **{"run.precision": "double"})
    code, words, folder = rerun(run)
    assert code == 0, words
    assert mdsim.open(folder).input["species"] == [{"name": "A", "mass": 2.5}]
    assert_rows_agree(mdsim.open(run), mdsim.open(folder))


def test_a_single_file_has_its_input_with_it(double, rerun, tmp_path):
    shutil.copy(double / "trajectory.h5md", tmp_path / "alone.h5md")
    code, words, _ = rerun(tmp_path / "alone.h5md", "--output", tmp_path / "x")
    assert code == 0, words
    assert_rows_agree(mdsim.open(double), mdsim.open(tmp_path / "x"))

    def forget(file):
        del file["parameters/mdsim/input"]

    orphan = altered(double, tmp_path / "orphan.h5md", forget)
    code, words, _ = rerun(orphan, "--output", tmp_path / "y")
    assert (code, "does not say by which input it was made" in words) == (2, True)
    code, words, _ = rerun(orphan, double.parent / "in.toml", "--output", tmp_path / "y")
    assert code == 0, words


def test_the_program_finds_the_command(program, double, tmp_path):
    environment = {**os.environ, "MDSIM_PYTHON": sys.executable}
    words = [program, "rerun", str(double), "--frames", ":2"]
    found = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert "2 frames of 500 atoms" in found.stdout
    late = subprocess.run([program, "--quiet", "rerun"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert late.returncode == 2
    assert "rerun is the first word" in late.stderr
