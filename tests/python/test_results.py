# SPDX-License-Identifier: BSD-3-Clause
"""What mdsim.results reads of a run is what other readers find in its files, while it goes on and afterwards."""

import csv
import json
import os
import pathlib
import pickle
import shutil
import signal
import subprocess
import sys
import time

import pytest
from noble_gases import ARGON, ARGON_PAIRS, KRYPTON, KRYPTON_PAIRS

import needed

np = needed.module("numpy")
h5py = needed.module("h5py")

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "src/python"))

from mdsim.results import Readings, open_run  # noqa: E402

PROGRAM = pathlib.Path(os.environ.get("MDSIM", ROOT / "build/mdsim")).resolve()
PATIENCE = 120  # [s]
ATOMS, FRAMES, ROWS = 256, 13, 25

INPUT = (
    """
[units]
system = "metal"

[system.lattice]
type = "fcc"
constant = 5.6
cells = [4, 4, 4]
species = ["Ar", "Ar", "Kr", "Kr"]

"""
    + ARGON
    + """
"""
    + KRYPTON
    + """
[pair]
cutoff = 8.0
mixing = "arithmetic"

"""
    + ARGON_PAIRS
    + """
"""
    + KRYPTON_PAIRS
    + """
[velocity]
temperature = 200

[[stage]]
name = "warm"
ensemble = "langevin"
temperature = 150
friction = 1.0
steps = 40
time_step = 0.002

[[stage]]
name = "produce"
ensemble = "nve"
steps = 200
time_step = 0.002

[thermo]
every = 10
columns = ["temperature", "potential_energy", "total_energy", "pressure_tensor"]

[trajectory]
every = 20
fields = ["position", "velocity", "force", "image", "potential_energy", "virial", "cna"]

[rdf]
every = 20
range = 8.0
bins = 40

[msd]
every = 5
window = 10
origin_every = 1

[vacf]
every = 5
window = 10

[viscosity]
every = 5
window = 10

[conductivity]
every = 5
window = 10

[profile]
every = 5
layers = 8

[structure_factor]
every = 5
largest_wave_number = 2.0
bins = 20

[cna]
every = 20

[coordination]
every = 20
cutoff = 5.0
"""
)

ENVIRONMENT = {
    **os.environ,
    "OMP_NUM_THREADS": "1",
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
}


def command(folder, *options):
    """The call that runs INPUT beside the output folder."""
    given = folder.with_suffix(".toml")
    given.write_text(INPUT, encoding="utf-8")
    return [str(PROGRAM), str(given), "--output", str(folder), "--quiet", *options]


def make_run(folder, *options):
    """Runs INPUT to its end."""
    subprocess.run(command(folder, *options), env=ENVIRONMENT, check=True, timeout=PATIENCE)
    return folder


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """The folder of a finished run, not to be changed."""
    if not PROGRAM.exists():
        pytest.skip(f"there is no {PROGRAM}: name the program by the environment variable MDSIM")
    return make_run(tmp_path_factory.mktemp("finished") / "short.out")


@pytest.fixture
def run(finished):
    return open_run(finished)


@pytest.fixture
def copied(finished, tmp_path):
    """A copy of a finished run, to be spoilt."""
    return pathlib.Path(shutil.copytree(finished, tmp_path / "copied.out"))


def columns_of(path):
    """A table as the csv module reads it: titles, and columns of numbers."""
    with open(path, newline="", encoding="utf-8") as file:
        titles, *lines = csv.reader(file)
    return titles, [[float(cell) if cell else float("nan") for cell in column] for column in zip(*lines)]


def raw(folder, path, file="trajectory.h5md"):
    """A dataset as h5py reads it."""
    with h5py.File(folder / file, "r", locking=False) as opened:
        return opened[path][()]


def wait_for(condition, process):
    """Waits until the condition holds of a run that goes on."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert process.poll() is None, "the run ended too early"
        assert time.monotonic() < end, "the run does not come so far"
        time.sleep(0.02)


# The folder


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere.out is not there: give the output folder"):
        open_run(tmp_path / "nowhere.out")


def test_a_folder_without_a_run_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("no run")
    with pytest.raises(ValueError, match="holds no run of mdsim: none of progress.json"):
        open_run(tmp_path)


def test_an_input_in_place_of_the_folder_is_refused_with_the_likely_folder(finished):
    with pytest.raises(ValueError, match=r"is a file: give the output folder of the run, such as \S*short.out"):
        open_run(finished.with_suffix(".toml"))


# Progress, input, provenance


def test_progress_of_a_finished_run(run):
    progress = run.progress
    assert (progress.state, progress.stage, progress.step, progress.last_step) == ("finished", "produce", 240, 240)
    assert progress.fraction == 1 and progress.checkpoint_step == 240 and progress.message == ""
    assert (progress.rate is None or progress.rate > 0) and progress.wall_seconds > 0 and progress.age >= 0


def test_progress_holds_what_the_run_said_of_itself_and_its_machine(run, copied):
    said, summary = run.progress.readings, run.summary
    assert said.temperature.unit == "K" and said.conserved_energy.unit == "eV"
    assert said.temperature.value == pytest.approx(run.thermo_arrays()["temperature"][-1], rel=1e-5)
    assert said.rebuilds == summary["rebuilds"]["count"] and said.imbalance is None and said.waits == ()
    assert said.process_bytes > said.atoms_bytes > 0 and said.host_free_bytes > 0 and said.gpus == ()
    path = copied / "progress.json"
    early = ("state", "stage", "step", "total_steps", "fraction")
    path.write_text(json.dumps({name: value for name, value in json.loads(path.read_text()).items() if name in early}))
    assert open_run(copied).progress.readings == Readings()
    assert run.finished and not run.running
    assert "finished at step 240 of 240" in repr(run)


def test_input_log_and_summary_are_those_of_the_files(run, finished):
    assert run.original_input_text == INPUT
    assert run.input_text == (finished / "input.toml").read_text()
    assert run.log == (finished / "mdsim.log").read_text()
    assert run.summary == json.loads((finished / "summary.json").read_text())
    assert all("warning" not in warning and warning in run.log for warning in run.warnings)
    assert len(run.warnings) == run.log.count("Z warning: ")


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python has no tomllib")
def test_input_is_a_dict_with_defaults(run):
    assert run.input["stage"][1]["name"] == "produce"
    assert run.input["units"]["system"] == "metal"
    assert run.observables.rdf.settings["bins"] == 40


def test_parts_are_the_same_in_the_summary_and_in_the_log(run):
    from mdsim.results.progress import parts_of_log

    (part,) = run.parts
    assert (part.first_step, part.last_step, part.ranks, part.threads) == (0, 240, 1, 1)
    (told,) = parts_of_log(run.log)
    assert told.last_step is None
    assert {**vars(told), "last_step": 240} == vars(part)


@pytest.mark.parametrize("content", ["{", "[]", '{"state": "asleep"}', '{"state": "running"}', ""])
def test_a_damaged_progress_file_is_told(copied, content):
    (copied / "progress.json").write_text(content)
    with pytest.raises(ValueError, match=r"progress.json is damaged: .*mdsim check"):
        _ = open_run(copied).progress
    assert len(open_run(copied).thermo_arrays()["step"]) == ROWS


# Thermo


@pytest.mark.parametrize("left", ["both", "thermo.csv", "thermo.h5"])
def test_thermo_has_every_bit_of_the_text(copied, finished, left):
    for name in {"thermo.csv", "thermo.h5"} - {left}:
        if left != "both":
            (copied / name).unlink()
    titles, expected = columns_of(finished / "thermo.csv")
    found = open_run(copied).thermo_arrays()
    names = [title.split(" [")[0] for title in titles]
    assert (list(found) if left != "thermo.h5" else sorted(found)) == (names if left != "thermo.h5" else sorted(names))
    for name, column in zip(names, expected):
        assert found[name].tolist() == column
    assert found["step"].dtype == np.int64 and len(found["step"]) == ROWS


def test_thermo_is_a_data_frame_by_step_with_units(run, finished):
    needed.module("pandas")
    titles, expected = columns_of(finished / "thermo.csv")
    thermo = run.thermo
    assert thermo.index.name == "step" and thermo.index.tolist() == expected[0]
    assert list(thermo.columns) == [title.split(" [")[0] for title in titles[1:]]
    assert thermo["pressure_xy"].tolist() == expected[titles.index("pressure_xy [bar]")]
    assert thermo.attrs["units"]["temperature"] == "K" and thermo.attrs["units"]["time"] == "ps"
    thermo["temperature"] = 0.0  # theirs to change
    assert run.thermo["temperature"].tolist() == expected[2]


def test_thermo_without_pandas_says_how_to_get_it(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert len(run.thermo_arrays()["time"]) == ROWS
    with pytest.raises(ImportError, match="needs pandas.*python -m pip install pandas"):
        _ = run.thermo


def test_thermo_is_read_without_h5py(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "h5py", None)
    assert len(run.thermo_arrays()["time"]) == ROWS
    with pytest.raises(ImportError, match="pip install h5py"):
        len(run.trajectory)


def test_a_run_without_thermo_says_why(copied):
    (copied / "thermo.csv").unlink()
    (copied / "thermo.h5").unlink()
    with pytest.raises(FileNotFoundError, match="thermo.csv is not there: thermo.every is 0"):
        open_run(copied).thermo_arrays()


@pytest.fixture
def growing(tmp_path):
    """A folder that looks like that of a run which goes on, with a table of two rows."""
    folder = tmp_path / "growing.out"
    folder.mkdir()
    progress = {"state": "running", "stage": "a", "step": 10, "total_steps": 20, "fraction": 0.5, "checkpoint": None}
    (folder / "progress.json").write_text(json.dumps(progress))
    (folder / "thermo.csv").write_text("step,time [ps],temperature [K]\n0,0,1.5\n10,0.1,2.5\n")
    return folder


def test_a_last_line_that_is_being_written_is_left_for_the_next_time(growing):
    run = open_run(growing)
    with open(growing / "thermo.csv", "a") as file:
        file.write("20,0.2,3")
        file.flush()
        assert run.thermo_arrays()["temperature"].tolist() == [1.5, 2.5]
        file.write(".25\n30,0.3")
        file.flush()
        assert run.thermo_arrays()["temperature"].tolist() == [1.5, 2.5, 3.25]
        file.write(",nan\n")
    assert np.isnan(run.thermo_arrays()["temperature"][3])


def test_rows_that_a_resumed_run_has_written_again_are_read_again(growing):
    run = open_run(growing)
    assert len(run.thermo_arrays()["step"]) == 2
    (growing / "thermo.csv").write_text("step,time [ps],temperature [K]\n0,0,1.5\n5,0.05,7\n10,0.1,8\n15,0.15,9\n")
    assert run.thermo_arrays()["temperature"].tolist() == [1.5, 7, 8, 9]
    (growing / "thermo.csv").write_text("step,time [ps],temperature [K]\n0,0,1.5\n")
    assert run.thermo_arrays()["temperature"].tolist() == [1.5]


def test_a_table_that_was_just_begun_has_no_rows(growing):
    for text in ("", "step,ti", "step,time [ps],temperature [K]\n"):
        (growing / "thermo.csv").write_text(text)
        assert open_run(growing).thermo_arrays()["step"].tolist() == []


@pytest.mark.parametrize("line", ["20,0.2,3.5,4\n", "20,0.2\n", "20,0.2,3.x\n", "20,,3\n", "\0\0\0\n", "20 0.2 3\n"])
def test_a_damaged_row_is_told(growing, line):
    with open(growing / "thermo.csv", "a") as file:
        file.write(line)
    with pytest.raises(ValueError, match=r"thermo.csv is damaged: .*mdsim check"):
        open_run(growing).thermo_arrays()


def test_another_table_is_no_thermo(growing):
    (growing / "thermo.csv").write_text("r,g\n0.5,1\n")
    with pytest.raises(ValueError, match="does not begin with step and time"):
        open_run(growing).thermo_arrays()


def test_a_million_rows_are_read_to_the_last_bit(growing):
    rows = 1_000_000
    with open(growing / "thermo.csv", "w") as file:
        file.write("step,time,a,b\n")
        file.writelines(f"{k},{k / 7!r},{1 / (k + 1)!r},{-k * 1e300 / rows!r}\n" for k in range(rows))
    found = open_run(growing).thermo_arrays()
    steps = np.arange(rows)
    assert np.array_equal(found["step"], steps)
    assert np.array_equal(found["time"], steps / 7)
    assert np.array_equal(found["a"], 1 / (steps + 1))
    assert np.array_equal(found["b"], -steps * 1e300 / rows)


# Trajectory


def test_frames_are_those_of_the_file(run, finished):
    trajectory = run.trajectory
    assert len(trajectory) == FRAMES
    assert trajectory.steps.tolist() == raw(finished, "particles/system/position/step").tolist()
    assert trajectory.times.tolist() == raw(finished, "particles/system/position/time").tolist()
    fields = {"positions": "position", "velocities": "velocity", "forces": "force", "images": "image"}
    for index, frame in enumerate(trajectory):
        assert frame.step == 20 * index and frame.time == pytest.approx(0.002 * frame.step)
        for attribute, field in fields.items():
            expected = raw(finished, f"particles/system/{field}/value")[index]
            assert np.array_equal(getattr(frame, attribute), expected)
            assert np.array_equal(frame[field], expected)
        for field, shape in {"potential_energy": (ATOMS,), "virial": (ATOMS, 3, 3), "cna": (ATOMS,)}.items():
            assert frame[field].shape == shape
            assert np.array_equal(frame[field], raw(finished, f"particles/system/{field}/value")[index])
        for name, value in frame.observables.items():
            assert value == raw(finished, f"observables/{name}/value")[index]
    assert set(frame.observables) == {"kinetic_energy", "potential_energy", "pressure", "temperature"}


def test_energies_of_atoms_add_up_to_that_of_the_system(run):
    frame = run.trajectory[-1]
    assert frame["potential_energy"].sum() == pytest.approx(frame.observables["potential_energy"], rel=1e-5)
    steps = run.thermo_arrays()["step"].tolist()
    row = steps.index(frame.step)
    assert frame.observables["temperature"] == run.thermo_arrays()["temperature"][row]


def test_unwrapped_positions_follow_the_images(run, finished):
    frame = run.trajectory[-1]
    edges = raw(finished, "particles/system/box/edges/value")[-1]
    images, positions = frame.images, frame.positions
    assert np.array_equal(frame.box.edges, edges)
    expected = [[positions[i][k] + images[i] @ edges[:, k] for k in range(3)] for i in range(ATOMS)]
    assert np.allclose(frame.unwrapped, expected, rtol=0, atol=1e-9)
    moved = frame.unwrapped - run.trajectory[0].unwrapped
    assert 0 < np.abs(moved).max() < edges[0, 0] / 2


def test_the_box_has_lengths_angles_and_volume():
    from mdsim.results import Box

    box = Box(np.array([[2.0, 0, 0], [1, 3, 0], [0, 0, 4]]), np.zeros(3), (True, True, False))
    assert box.lengths == pytest.approx([2, 10**0.5, 4])
    assert box.angles == pytest.approx([90, 90, np.degrees(np.arctan2(3, 1))])
    assert box.volume == pytest.approx(24)


def test_what_atoms_are_is_known(run, finished):
    trajectory = run.trajectory
    assert trajectory.atoms == ATOMS and trajectory.species_names == ["Ar", "Kr"]
    assert trajectory.ids.tolist() == list(range(1, ATOMS + 1))
    numbers = raw(finished, "particles/system/species")
    assert trajectory.species.tolist() == [["Ar", "Kr"][number] for number in numbers]
    assert trajectory[0].species.tolist() == trajectory.species.tolist()
    assert np.allclose(trajectory.masses, np.where(numbers == 0, 39.948, 83.798))
    assert trajectory.charges.tolist() == [0] * ATOMS
    assert trajectory.units["velocity"] == "Angstrom ps-1" and trajectory.units["force"] == "kJ mol-1 Angstrom-1"
    assert trajectory[0].box.periodic == (True, True, True)


def test_slices_are_trajectories(run):
    trajectory = run.trajectory
    for part in (slice(2, 5), slice(None, None, 3), slice(None, None, -2), slice(-3, None), slice(5, 5), slice(8, 2)):
        chosen = trajectory[part]
        steps = [20 * k for k in range(FRAMES)][part]
        assert len(chosen) == len(steps)
        assert [frame.step for frame in chosen] == steps == chosen.steps.tolist()
        assert chosen.times.tolist() == trajectory.times[part].tolist()
    assert trajectory[2:9][1:3][1].step == 80
    assert trajectory[-1].step == trajectory[FRAMES - 1].step == 240


def test_arrays_hold_the_chosen_frames_and_atoms(run, finished):
    everything = raw(finished, "particles/system/position/value")
    trajectory = run.trajectory
    mask = np.arange(ATOMS) % 50 == 3
    for atoms in (None, slice(10, 40, 7), slice(None, None, -1), [200, 3, 3, -1], np.array([5]), mask, []):
        for part in (slice(None), slice(1, 9, 3), slice(None, None, -4), slice(3, 3)):
            chosen = np.array(atoms, dtype=int) if isinstance(atoms, list) else atoms
            expected = everything[part] if atoms is None else everything[part][:, chosen]
            found = trajectory[part].array("position", atoms)
            assert found.shape == expected.shape and found.dtype == np.float32
            assert np.array_equal(found, expected)
    assert np.array_equal(trajectory.array("box"), raw(finished, "particles/system/box/edges/value"))
    assert trajectory.observable("pressure").tolist() == raw(finished, "observables/pressure/value").tolist()


def test_what_is_not_there_is_said(run):
    trajectory = run.trajectory
    with pytest.raises(ValueError, match=r"hold no centro_symmetry, only cna, .*trajectory.fields"):
        trajectory[0]["centro_symmetry"]
    with pytest.raises(ValueError, match="hold no charge"):
        trajectory.array("charge")
    with pytest.raises(TypeError, match="frames are chosen by number or slice, not by 'position'"):
        _ = trajectory["position"]
    assert (trajectory.array("position", 5) == trajectory.array("position", [5])).all()
    with pytest.raises(IndexError, match=f"there are {FRAMES} frames .* and no frame {FRAMES}"):
        trajectory[FRAMES]
    with pytest.raises(IndexError):
        trajectory[3:5][2]
    assert "velocity" in trajectory[0] and "charge" not in trajectory[0]


def test_nothing_is_read_before_it_is_asked_for(run, monkeypatch):
    from mdsim.results import store

    asked = []

    def spy(path, why):
        asked.append(path)
        raise AssertionError("the file was opened")

    monkeypatch.setattr(store, "open_hdf5", spy)
    trajectory = run.trajectory
    assert not asked
    with pytest.raises(AssertionError):
        len(trajectory)


def test_others_may_have_the_file_open_in_their_own_way(run, finished):
    with h5py.File(finished / "trajectory.h5md", "r"):
        assert len(run.trajectory) == FRAMES
    frame = run.trajectory[1]
    with h5py.File(finished / "trajectory.h5md", "r") as file:
        assert np.array_equal(frame.positions, file["particles/system/position/value"][1])


def test_frames_can_be_handed_to_other_processes(run):
    frame, part = pickle.loads(pickle.dumps((run.trajectory[2], run.trajectory[1:3])))
    assert np.array_equal(frame.positions, run.trajectory[2].positions)
    assert part.steps.tolist() == [20, 40]


def test_a_frame_that_was_cut_off_is_not_taken_for_another(copied):
    run = open_run(copied)
    frame = run.trajectory[-1]
    with h5py.File(copied / "trajectory.h5md", "r+") as file:
        for group in [*file["particles/system"].values(), file["particles/system/box/edges"]]:
            if isinstance(group, h5py.Group) and "value" in group:
                group["value"].resize(5, axis=0)
        file["particles/system/position/step"].resize(5, axis=0)
        file["particles/system/position/time"].resize(5, axis=0)
    assert len(run.trajectory) == 5
    with pytest.raises(IndexError, match="the frame of step 240 is no longer in"):
        _ = frame.positions


def test_an_index_caught_half_written_takes_no_frame_away(copied, monkeypatch):
    from mdsim.results import store

    run = open_run(copied)
    frame = run.trajectory[-1]
    (copied / "trajectory.h5md").touch()
    count, caught = store.TrajectoryFile._count_frames, []

    def count_one_less_once(self, file, most_in_work):
        count(self, file, most_in_work)
        if not caught:
            caught.append(self.steps[-1])
            self.steps = self.steps[:-1]

    monkeypatch.setattr(store.TrajectoryFile, "_count_frames", count_one_less_once)
    assert np.array_equal(frame._read("particles/system/position"), raw(copied, "particles/system/position/value")[-1])
    assert caught == [frame.step]


def test_a_frame_that_is_being_written_does_not_count(copied):
    with h5py.File(copied / "trajectory.h5md", "r+") as file:
        file["particles/system/position/value"].resize(FRAMES + 1, axis=0)
    run = open_run(copied)
    assert len(run.trajectory) == FRAMES
    with h5py.File(copied / "trajectory.h5md", "r+") as file:
        system = file["particles/system"]
        for group in [*system.values(), *file["observables"].values(), system["box/edges"]]:
            if isinstance(group, h5py.Group) and "value" in group:
                group["value"].resize(FRAMES + 1, axis=0)
        for name in ("step", "time"):
            system["position"][name].resize(FRAMES + 1, axis=0)
    assert len(run.trajectory) == FRAMES  # there is a place for the frame, and no step yet
    with h5py.File(copied / "trajectory.h5md", "r+") as file:
        file["particles/system/position/step"][FRAMES] = 260
    assert len(run.trajectory) == FRAMES  # compressed images have no place yet
    with h5py.File(copied / "trajectory.h5md", "r+") as file:
        for name in ("image", "cna"):
            values = file[f"particles/system/{name}/value"]
            values[FRAMES] = values[FRAMES - 1]
    assert len(run.trajectory) == FRAMES + 1


@pytest.mark.parametrize("name", ["trajectory.h5md", "thermo.h5"])
def test_a_damaged_hdf5_file_is_told(copied, name):
    content = (copied / name).read_bytes()
    (copied / name).write_bytes(content[: len(content) // 3])
    run = open_run(copied)
    with pytest.raises(ValueError, match=f"{name} is damaged or incomplete: .*--resume.*mdsim check"):
        len(run.trajectory) if name == "trajectory.h5md" else run.thermo_arrays()
    (copied / name).write_bytes(b"no HDF5 at all")
    with pytest.raises(ValueError, match="is damaged or incomplete"):
        len(run.trajectory) if name == "trajectory.h5md" else run.thermo_arrays()


def test_a_run_without_frames_says_why(copied):
    (copied / "trajectory.h5md").unlink()
    with pytest.raises(FileNotFoundError, match="trajectory.h5md is not there: trajectory.every is 0"):
        len(open_run(copied).trajectory)


def test_ase_gets_its_own_units(run):
    units = needed.module("ase.units")
    frame = run.trajectory[-1]
    atoms = run.trajectory.to_ase()
    assert atoms.get_chemical_symbols() == frame.species.tolist()
    assert atoms.get_kinetic_energy() == pytest.approx(frame.observables["kinetic_energy"], rel=1e-4)
    assert atoms.get_potential_energy() == frame.observables["potential_energy"]
    assert atoms.get_potential_energies() == pytest.approx(frame["potential_energy"])
    assert atoms.get_forces() == pytest.approx(frame.forces * (units.kJ / units.mol))
    assert atoms.get_positions() == pytest.approx(frame.positions)
    assert atoms.cell[:] == pytest.approx(frame.box.edges) and atoms.pbc.all()
    assert atoms.get_masses() == pytest.approx(run.trajectory.masses)
    assert atoms.arrays["id"].tolist() == run.trajectory.ids.tolist()
    assert run.trajectory.to_ase(0, {"Ar": "Ne", "Kr": "big"}).get_chemical_symbols()[:4] == ["Ne", "Ne", "X", "X"]


@pytest.mark.parametrize(
    ("unit", "expected"),
    [("", 1), ("nm", 10), ("g mol-1", 1), ("Angstrom fs-1", 10.180505), ("kJ mol-1 nm-1", 0.00103643)],
)
def test_units_of_ase(unit, expected):
    needed.module("ase")
    from mdsim.results.ase_export import factor

    assert factor(unit) == pytest.approx(expected, rel=1e-5)
    with pytest.raises(ValueError, match="does not know the unit 'furlong'"):
        factor("furlong")


# Observables

TABLES = "rdf msd vacf viscosity conductivity profile structure_factor cna coordination".split()
"""what the finished run was asked for, but for averages"""


def test_observables_are_those_whose_files_are_there(run, copied):
    assert list(run.observables) == ["averages", *TABLES]
    assert len(run.observables) == 10 and "msd" in run.observables and "centro_symmetry" not in run.observables
    (copied / "msd.csv").unlink()
    with pytest.raises(KeyError, match="'msd' was not asked for .* there are: averages, rdf, vacf"):
        open_run(copied).observables["msd"]


def test_tables_are_those_of_the_files(run, finished):
    for name in TABLES:
        titles, expected = columns_of(finished / f"{name}.csv")
        found = run.observables[name]
        assert list(found) == [title.split(" [")[0] for title in titles]
        for values, column in zip(found.columns.values(), expected):
            assert np.array_equal(values, column, equal_nan=True)
        for title in titles:
            assert title == title.split(" [")[0] or found.units[title.split(" [")[0]] == title.split(" [")[1][:-1]


def test_the_radial_distribution_has_pairs(run, finished):
    titles, columns = columns_of(finished / "rdf.csv")
    rdf = run.observables.rdf
    assert rdf.pairs == ["Ar_Ar", "Ar_Kr", "Kr_Kr"] and rdf.units["r"] == "Angstrom"
    assert rdf.errors.tolist() == columns[2]
    assert rdf.r.tolist() == columns[0] and rdf.g.tolist() == columns[1]
    assert rdf.of("Kr", "Ar").tolist() == rdf.of("Ar", "Kr").tolist() == columns[titles.index("g_Ar_Kr")]
    with pytest.raises(KeyError, match="no g.r. of Ar and Xe; there are: Ar_Ar"):
        rdf.of("Ar", "Xe")


def test_correlations_have_errors_and_a_diffusion(run, finished):
    for name in ("msd", "vacf"):
        titles, columns = columns_of(finished / f"{name}.csv")
        found = run.observables[name]
        by_name = {title.split(" [")[0]: column for title, column in zip(titles, columns)}
        assert found.kind == name and found.species == ["Ar", "Kr"]
        assert found.lag.tolist() == by_name["lag"] and found.origins.tolist() == by_name["origins"]
        assert found.mean().tolist() == by_name[name]
        assert np.array_equal(found.errors("Kr"), by_name[f"{name}_Kr_error"], equal_nan=True)
        for species, end in ((None, ""), ("Ar", "_Ar")):
            value, error = raw(finished, f"{name}/diffusion{end}", f"{name}.h5")
            assert found.diffusion(species) == (value, error, "Angstrom2 ps-1")
        with pytest.raises(KeyError):
            found.diffusion("Xe")
    with pytest.raises(KeyError, match="no msd of Xe; there are: Ar, Kr"):
        run.observables.msd.errors("Xe")


def test_the_profile_is_that_of_its_file(run, finished):
    found = run.observables.profile
    assert len(found.position) == 8 and (np.diff(found.position) > 0).all()
    assert np.array_equal(found.density(), raw(finished, "profile/density", "profile.h5"))
    assert (found.errors("temperature") > 0).all() and found.units["density"] == "Angstrom-3"
    parts = sum(found.density(species) for species in found.species)
    assert len(found.species) > 1 and parts == pytest.approx(found.density())
    with pytest.raises(KeyError, match="no density of gold"):
        found.density("gold")


def test_the_structure_factor_is_that_of_its_file(run, finished):
    found = run.observables.structure_factor
    assert (np.diff(found.q) > 0).all() and 1.5 < found.q[-1] <= 2 and found.units["q"] == "Angstrom-1"
    assert np.array_equal(found.s, raw(finished, "structure_factor/S", "structure_factor.h5"))
    assert found.vectors.dtype == np.int64 and (found.vectors > 0).all() and (found.errors > 0).all()
    assert found.pairs == ["Ar_Ar", "Ar_Kr", "Kr_Kr"]
    assert found.of("Kr", "Ar").tolist() == found.of("Ar", "Kr").tolist() == found["S_Ar_Kr"].tolist()
    with pytest.raises(KeyError, match="no S.q. of Ar and Xe; there are: Ar_Ar"):
        found.of("Ar", "Xe")


def test_the_viscosity_is_that_of_its_file(run, finished):
    found = run.observables.viscosity
    value, error = raw(finished, "viscosity/estimate", "viscosity.h5")
    assert found.estimate == (value, error, found.units["viscosity"]) and found.units["viscosity"].endswith(" ps")
    for beyond in (-1.0, found.time[-1] * 2, float("nan")):
        with pytest.raises(ValueError, match="the window ends at"):
            found.at(beyond)
    assert found.at(found.time[3] * 1.01) == (found.running[3], found.errors[3], found.units["viscosity"])
    assert found.lag.tolist() == list(range(0, 51, 5)) and found.running[0] == 0 and found.modulus[0] > 0


def test_the_conductivity_is_that_of_its_file(run, finished):
    found = run.observables.conductivity
    value, error = raw(finished, "conductivity/estimate", "conductivity.h5")
    assert found.estimate == (value, error, found.units["conductivity"])
    assert found.units["conductivity"] == "eV ps-1 Angstrom-1 K-1"
    assert found.running[0] == 0 and found.correlation[0] > 0


def test_averages_are_means_of_the_rows_of_each_stage(run):
    thermo, averages = run.thermo_arrays(), run.observables.averages
    assert list(averages) == ["warm", "produce"]
    behind = thermo["step"] > 40
    for column, found in averages["produce"].items():
        assert found.samples == behind.sum() == 20
        assert found.mean == pytest.approx(thermo[column][behind].mean(), rel=1e-9)
        assert found.error > 0 and isinstance(found.converged, bool)
    assert averages["produce"]["temperature"].unit == "K"
    assert str(averages["produce"]["temperature"]).split(" K")[0].count("+-") == 1
    needed.module("pandas")
    frame = averages.to_frame()
    assert frame.loc[("warm", "temperature"), "mean"] == averages["warm"]["temperature"].mean


def test_numbers_of_atoms_add_up(run):
    cna, coordination = run.observables.cna, run.observables.coordination
    kinds = np.array([cna[name] for name in ("other", "fcc", "hcp", "bcc", "icosahedral")])
    assert kinds.sum(axis=0).tolist() == [ATOMS] * FRAMES
    assert cna["fcc"].tolist() == [(frame["cna"] == 1).sum() for frame in run.trajectory]
    assert coordination.histogram.sum(axis=1).tolist() == [ATOMS] * FRAMES
    numbers = np.arange(coordination.histogram.shape[1] - 1)
    assert coordination.histogram[0, -1] == 0
    assert coordination["mean"][0] == pytest.approx(coordination.histogram[0, :-1] @ numbers / ATOMS)
    assert coordination.step.tolist() == run.trajectory.steps.tolist()


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("msd", "lag,time,origins,msd,msd_error\n0,0,1,0\n", "line 2 has 4 numbers, expected 5"),
        ("rdf", "r,g\n0.5,one\n", "could not convert"),
        ("rdf", "", "it is empty"),
        ("averages", "stage,column\nwarm,temperature\n", "KeyError: 'mean'"),
    ],
)
def test_a_damaged_table_is_told(copied, name, text, words):
    (copied / f"{name}.csv").write_text(text)
    with pytest.raises(ValueError, match=rf"{name}.csv is damaged: .*{words}"):
        open_run(copied).observables[name]


# Plots


@pytest.fixture
def pyplot(monkeypatch):
    """matplotlib without a display."""
    matplotlib = needed.module("matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot

    yield matplotlib.pyplot
    matplotlib.pyplot.close("all")


def test_a_column_of_thermo_is_drawn_over_time(run, pyplot):
    axes = run.plot("temperature")
    (line,) = axes.lines
    assert line.get_xdata().tolist() == run.thermo_arrays()["time"].tolist()
    assert line.get_ydata().tolist() == run.thermo_arrays()["temperature"].tolist()
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("time [ps]", "temperature [K]")


def test_curves_have_bands_of_their_errors(run, pyplot):
    _, given = pyplot.subplots()
    axes = run.plot("msd", ax=given)
    assert axes is given
    assert axes.get_ylabel() == "mean-square displacement [\N{ANGSTROM SIGN}$^{2}$]"
    assert len(axes.lines) == len(axes.collections) == 3  # all, Ar, Kr
    msd = run.observables.msd
    corners = axes.collections[0].get_paths()[0].vertices
    assert corners[:, 1].max() == pytest.approx((msd.mean() + msd.errors()).max())
    assert axes.lines[0].get_ydata().tolist() == msd.mean().tolist()


def test_all_that_can_be_drawn_is_in_the_overview(run, pyplot):
    axes = run.plot()
    assert len(axes) == 9 + 9  # columns of thermo, observables but averages
    assert len(axes[0].figure.axes) == len(axes)
    labels = [panel.get_ylabel() for panel in axes]
    words = (
        "g(r)",
        "mean-square displacement",
        "velocity autocorrelation",
        "viscosity up",
        "conductivity up",
        "density",
        "S(q)",
    )
    assert all(label.startswith(word) for label, word in zip(labels[-9:], (*words, "atoms", "coordination"))), labels
    axes[0].figure.canvas.draw()


def test_what_cannot_be_drawn_is_refused(run, pyplot, growing):
    with pytest.raises(ValueError, match="there is no 'heat' to plot; there are: temperature, potential_energy"):
        run.plot("heat")
    (growing / "thermo.csv").unlink()
    with pytest.raises(ValueError, match="holds nothing to plot yet"):
        open_run(growing).plot()


# Runs that go on, stop or are killed


@pytest.fixture
def going(finished, tmp_path):
    """A run that goes on for hours, as process and folder."""
    folder = tmp_path / "long.out"
    options = ["--set", "stage.produce.steps=100000000", "--set", "checkpoint.every=1000"]
    with subprocess.Popen(command(folder, *options), env=ENVIRONMENT) as process:
        try:
            wait_for((folder / "progress.json").exists, process)
            yield process, folder
        finally:
            process.kill()


def test_a_run_that_goes_on_is_followed(going):
    process, folder = going
    run = open_run(folder)
    wait_for(lambda: run.progress.step > 0 and (folder / "trajectory.h5md").exists(), process)
    assert run.running and not run.finished
    assert run.progress.last_step == 100000040
    seen = {}
    for least in (2, 6, 12):
        wait_for(
            lambda least=least: len(run.trajectory) >= least and len(run.thermo_arrays()["step"]) >= least, process
        )
        found = run.trajectory.steps.tolist()
        assert len(found) >= least and found == [20 * k for k in range(len(found))]
        frame = run.trajectory[-1]
        seen[frame.step] = frame.positions
        steps = run.thermo_arrays()["step"]
        assert steps.tolist() == [10 * k for k in range(len(steps))]
    assert run.parts[0].last_step is None
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 5
    assert run.progress.state == "stopped" and run.progress.message != ""
    assert not run.running and not run.finished
    assert run.parts[0].last_step == run.progress.step
    for step, positions in seen.items():
        assert np.array_equal(raw(folder, "particles/system/position/value")[step // 20], positions)
    titles, columns = columns_of(folder / "thermo.csv")
    assert run.thermo_arrays()["temperature"].tolist() == columns[2]
    assert len(run.trajectory) == len(raw(folder, "particles/system/position/step"))
    assert run.observables.msd.mean().tolist() == columns_of(folder / "msd.csv")[1][3]


def test_a_killed_run_does_not_go_on_and_can_be_resumed(going):
    process, folder = going
    run = open_run(folder)
    wait_for(lambda: run.progress.checkpoint_step is not None, process)
    process.kill()
    process.wait(PATIENCE)
    assert run.progress.state == "running" and run.state == "killed" and not run.running
    kept = len(run.thermo_arrays()["step"])
    assert kept >= 100
    resumed = command(folder, "--resume", "--set", f"stage.produce.steps={run.progress.checkpoint_step + 960}")
    assert subprocess.run(resumed, env=ENVIRONMENT, timeout=PATIENCE).returncode == 0
    assert run.finished
    steps = run.thermo_arrays()["step"]
    assert steps.tolist() == [10 * k for k in range(len(steps))] and steps[-1] == run.progress.step
    assert run.trajectory.steps.tolist() == [20 * k for k in range(len(run.trajectory))]
    first, second = run.parts
    assert (first.first_step, first.last_step) == (0, second.first_step) and second.last_step == run.progress.step
