# SPDX-License-Identifier: BSD-3-Clause
"""Exported frames are those of the trajectory, as ASE, MDAnalysis, chemfiles and the program itself read them."""

import itertools
import os
import subprocess
import sys

import pytest

import mdsim
import needed
from mdsim.atoms import Atoms
from mdsim.commands import main

np = needed.module("numpy")
h5py = needed.module("h5py")

BINARY, TEXT = ("xtc", "trr", "dcd"), ("gro", "pdb", "data")
COARSE = {"xtc": 6e-4, "trr": 2e-5, "dcd": 2e-5, "gro": 6e-3, "pdb": 6e-4, "data": 1e-6}
"""how far a coordinate may be off in each format [Angstrom]"""

UNITS = {
    # Angstrom, ps and Angstrom/ps of one unit
    "metal": (1.0, 1.0, 1.0),
    "real": (1.0, 0.001, 1000.0),
    "nano": (10.0, 1.0, 10.0),
    "lj": (1.0, 1.0, 1.0),
}


def mixture(system, sigma, tau, energy, temperature):
    """An input of 108 atoms of two species in a slanted box with a corner of its own, in some system of units."""
    return {
        "units": {"system": system},
        "run": {"threads": 1, "device": "cpu", "seed": 3},
        "species": [{"name": "Ar", "mass": 39.948}, {"name": "Bead", "mass": 80.0, "charge": -0.25}],
        "pair": {
            "cutoff": 2.2 * sigma,
            "mixing": "arithmetic",
            "potential": [
                {"species": ["Ar", "Ar"], "type": "lennard_jones", "epsilon": energy, "sigma": sigma},
                {"species": ["Bead", "Bead"], "type": "lennard_jones", "epsilon": energy, "sigma": sigma},
            ],
        },
        "velocity": {"temperature": temperature},
        "stage": [{"name": "a", "ensemble": "nve", "time_step": 0.002 * tau, "steps": 60}],
        "trajectory": {"every": 10, "fields": ["position", "velocity", "image"]},
        "thermo": {"every": 0},
    }


def start(sigma):
    edges = np.array([[3, 0, 0], [0.6, 3, 0], [-0.3, 0.9, 3]]) * 1.7 * sigma
    sites = np.array(list(itertools.product(np.arange(3), repeat=3)))
    cells = np.concatenate([sites + shift for shift in [(0, 0, 0), (0.5, 0.5, 0), (0, 0.5, 0.5), (0.5, 0, 0.5)]]) / 3
    origin = np.array([-1.0, 2.0, 0.5]) * sigma
    return Atoms(cells @ edges + origin, ["Ar", "Bead", "Ar"] * 36, edges, origin=origin)


SCALES = {
    "metal": (3.4, 2.0, 0.01, 120.0),
    "real": (3.4, 2000.0, 0.24, 120.0),
    "nano": (0.34, 2.0, 1.0, 120.0),
    "lj": (1.0, 1.0, 1.0, 1.0),
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """A finished run in each system of units."""
    folder = tmp_path_factory.mktemp("runs")
    return {
        system: mdsim.run(mixture(system, *scale), folder / f"{system}.out", atoms=start(scale[0]))
        for system, scale in SCALES.items()
    }


@pytest.fixture(scope="module")
def run(runs):
    return runs["metal"]


def reader(file_format):
    """Skips where the package that writes a format is not there."""
    if file_format in BINARY:
        needed.module("chemfiles")


def positions_of(frame, system="metal"):
    """In Angstrom from the corner of the box, as the file should have them."""
    return (frame.positions.astype(float) - frame.box.origin) * UNITS[system][0]


def universe(path, atoms):
    analysis = needed.module("MDAnalysis")
    if path.suffix in (".gro", ".pdb"):
        return analysis.Universe(str(path))
    return analysis.Universe.empty(atoms, trajectory=False).load_new(str(path))


# What readers find


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("system", UNITS)
@pytest.mark.parametrize("file_format", ["xtc", "trr", "dcd", "gro", "pdb"])
def test_mdanalysis_reads_frames_boxes_and_times(runs, tmp_path, system, file_format):
    reader(file_format)
    trajectory, path = runs[system].trajectory, tmp_path / f"out.{file_format}"
    written = trajectory.export(path)
    assert written.frames == len(trajectory) == 7
    found = universe(path, trajectory.atoms)
    edge, time, speed = UNITS[system]
    if file_format != "gro":  # of which MDAnalysis reads one frame
        assert len(found.trajectory) == 7
    for got, frame in zip(found.trajectory, trajectory):
        assert got.positions == pytest.approx(positions_of(frame, system), abs=COARSE[file_format])
        box = [*(frame.box.lengths * edge), *frame.box.angles]
        assert got.dimensions == pytest.approx(box, abs=6e-3)
        if file_format in BINARY:
            assert got.time == pytest.approx(frame.time * time, rel=1e-5, abs=1e-7)
        if file_format in ("trr", "gro"):
            assert got.velocities == pytest.approx(frame.velocities * speed, abs=6e-4)
            assert np.abs(got.velocities).max() > 0.1
    if file_format in ("xtc", "trr"):
        assert [got.data["step"] for got in found.trajectory] == trajectory.steps.tolist()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("file_format", ["gro", "pdb"])
def test_names_and_elements_are_those_of_the_species(run, tmp_path, file_format):
    run.trajectory.export(tmp_path / f"out.{file_format}", frames=-1)
    atoms = universe(tmp_path / f"out.{file_format}", 108).atoms
    assert atoms.names.tolist() == run.trajectory.species.tolist()
    assert atoms.ids.tolist() == run.trajectory.ids.tolist()
    assert len(atoms.residues) == 108
    if file_format == "pdb":
        assert atoms.elements[:3].tolist() == ["Ar", "", "Ar"]
    run.trajectory.export(tmp_path / f"named.{file_format}", names={"Bead": "Kr"})
    assert universe(tmp_path / f"named.{file_format}", 108).atoms.names[1] == "Kr"


def test_ase_reads_every_model_of_a_pdb_and_a_gro(run, tmp_path):
    io = needed.module("ase.io")
    trajectory = run.trajectory
    for file_format, index in (("pdb", ":"), ("gro", None)):
        path = tmp_path / f"out.{file_format}"
        trajectory.export(path, names={"Bead": "Kr"}, frames=None if file_format == "pdb" else -1)
        frames = trajectory if file_format == "pdb" else trajectory[-1:]
        found = io.read(path, index=index) if index else [io.read(path)]
        assert len(found) == len(frames)
        for atoms, frame in zip(found, frames):
            assert atoms.positions == pytest.approx(positions_of(frame), abs=COARSE[file_format])
            assert atoms.cell.lengths() == pytest.approx(frame.box.lengths, abs=2e-3)
            assert atoms.cell.angles() == pytest.approx(frame.box.angles, abs=6e-3)
            assert atoms.get_chemical_symbols()[:3] == ["Ar", "Kr", "Ar"]


@pytest.mark.parametrize("file_format", ["xtc", "trr", "dcd", "gro", "pdb"])
def test_chemfiles_reads_the_edges_themselves(run, tmp_path, file_format):
    chemfiles = needed.module("chemfiles")
    run.trajectory.export(tmp_path / f"out.{file_format}", frames=[6, 0])
    with chemfiles.Trajectory(str(tmp_path / f"out.{file_format}")) as file:
        assert file.nsteps == 2
        for place in (6, 0):
            found, frame = file.read(), run.trajectory[place]
            assert found.cell.matrix.T == pytest.approx(frame.box.edges, abs=8e-3)
            assert found.positions == pytest.approx(positions_of(frame), abs=COARSE[file_format])


# LAMMPS data


@pytest.mark.parametrize("system", ["metal", "real", "lj"])
def test_the_program_goes_on_from_lammps_data(runs, tmp_path, system):
    """All of a frame is in the file: box, corner, images, velocities, charges, masses."""
    trajectory, path = runs[system].trajectory, tmp_path / "last.data"
    trajectory.export(path)
    tables = mixture(system, *SCALES[system])
    tables["system"] = {"file": {"path": str(path), "types": ["Ar", "Bead"]}}
    del tables["velocity"]
    simulation, frame = mdsim.Simulation(tables), trajectory[-1]
    assert simulation.species == trajectory.species.tolist()
    assert simulation.positions == pytest.approx(frame.positions, abs=1e-6)
    assert simulation.velocities == pytest.approx(frame.velocities, rel=1e-6, abs=1e-9)
    assert simulation.images.tolist() == frame.images.tolist()
    assert simulation.cell == pytest.approx(frame.box.edges, rel=1e-12)
    assert simulation.origin == pytest.approx(frame.box.origin, rel=1e-12)


def test_lammps_data_says_its_units_and_a_run_in_others_refuses_it(runs, tmp_path):
    for system, name in (("metal", "metal"), ("real", "real"), ("nano", "metal"), ("lj", "lj")):
        path = tmp_path / f"{system}.data"
        runs[system].trajectory.export(path, frames=3)
        title, *_ = path.read_text().splitlines()
        assert title == f"LAMMPS data file via mdsim, timestep = 30, units = {name}"
    tables = mixture("lj", *SCALES["lj"])
    tables["system"] = {"file": {"path": str(tmp_path / "metal.data"), "types": ["Ar", "Bead"]}}
    with pytest.raises(mdsim.InputError, match="metal"):
        mdsim.Simulation(tables)


def test_lammps_data_of_nano_is_in_angstrom_for_ase(runs, tmp_path):
    lammps = needed.module("ase.io.lammpsdata")
    frame = runs["nano"].trajectory[-1]
    runs["nano"].trajectory.export(tmp_path / "nano.data", unwrap=True)
    atoms = lammps.read_lammps_data(tmp_path / "nano.data", atom_style="charge", units="metal", sort_by_id=True)
    assert atoms.positions == pytest.approx(frame.unwrapped * 10, abs=1e-5)
    ps = 1000 * needed.module("ase.units").fs
    assert atoms.get_velocities() == pytest.approx(frame.velocities * 10 / ps, rel=1e-6, abs=1e-9)
    assert atoms.get_initial_charges()[:3].tolist() == [0, -0.25, 0]
    assert atoms.get_masses()[:2] == pytest.approx([39.948, 80], rel=1e-9)


# Which frames


def steps_in(path):
    """The steps in the titles of a PDB."""
    return [int(line.split("step=")[1]) for line in path.read_text().splitlines() if line.startswith("TITLE")]


@pytest.mark.parametrize(
    ("frames", "expected"),
    [
        (None, [0, 10, 20, 30, 40, 50, 60]),
        (slice(1, 6, 2), [10, 30, 50]),
        (slice(None, None, -3), [60, 30, 0]),
        (slice(-2, None), [50, 60]),
        (-1, [60]),
        ([5, 0, -2], [50, 0, 50]),
        (range(2), [0, 10]),
        ([True, False, False, True, False, False, False], [0, 30]),
        (np.arange(7) > 4, [50, 60]),
    ],
)
def test_frames_are_chosen_by_places_and_slices(run, tmp_path, frames, expected):
    path = tmp_path / "out.pdb"
    assert run.trajectory.export(path, frames=frames).frames == len(expected)
    assert steps_in(path) == expected


def test_a_part_of_a_trajectory_is_exported_as_it_is(run, tmp_path):
    run.trajectory[::3].export(tmp_path / "out.pdb", frames=slice(1, None))
    assert steps_in(tmp_path / "out.pdb") == [30, 60]


@pytest.mark.filterwarnings("ignore")
def test_dcd_has_times_where_frames_are_evenly_apart(run, tmp_path):
    reader("dcd")
    analysis = needed.module("MDAnalysis.lib.formats.libdcd")
    headers = []
    for name, frames in (("even", slice(1, None, 2)), ("uneven", [0, 1, 3])):
        run.trajectory.export(tmp_path / f"{name}.dcd", frames=frames)
        with analysis.DCDFile(str(tmp_path / f"{name}.dcd")) as file:
            headers.append({key: file.header[key] for key in ("istart", "nsavc", "delta")})
    assert headers[0]["istart"] == 10 and headers[0]["nsavc"] == 20
    assert headers[0]["delta"] * 0.04888821 == pytest.approx(0.004, rel=1e-6)
    assert headers[1]["istart"] == headers[1]["delta"] == 0


def test_unwrapped_atoms_walk_out_of_the_box(runs, tmp_path):
    chemfiles = needed.module("chemfiles")
    frame = runs["lj"].trajectory[-1]
    assert frame.images.any()
    runs["lj"].trajectory.export(tmp_path / "out.dcd", unwrap=True)
    with chemfiles.Trajectory(str(tmp_path / "out.dcd")) as file:
        found = file.read_step(6)  # which its positions point into
        assert found.positions == pytest.approx(frame.unwrapped - frame.box.origin, abs=1e-5)


def test_a_scale_gives_reduced_numbers_a_meaning(runs, tmp_path):
    chemfiles = needed.module("chemfiles")
    trajectory = runs["lj"].trajectory
    assert trajectory.export(tmp_path / "out.trr", scale=(3.4, 2.15)).units == "Angstrom and ps"
    with chemfiles.Trajectory(str(tmp_path / "out.trr")) as file:
        found = file.read_step(6)
        assert found.positions == pytest.approx(positions_of(trajectory[6]) * 3.4, abs=1e-4)
        assert found.velocities == pytest.approx(trajectory[6].velocities * 3.4 / 2.15, abs=1e-4)
        assert found["time"] == pytest.approx(trajectory[6].time * 2.15, rel=1e-6)


# What formats cannot hold


def spoil(run, folder, path, change):
    """A copy of the trajectory of a run in which a dataset was changed."""
    folder.mkdir()
    for name in ("progress.json", "trajectory.h5md"):
        (folder / name).write_bytes((run.folder / name).read_bytes())
    with h5py.File(folder / "trajectory.h5md", "r+") as file:
        change(file[path])
    return mdsim.open(folder).trajectory


def move_an_atom(distance):
    def change(values):
        values[-1, 4, 1] = distance

    return change


@pytest.mark.parametrize(
    ("file_format", "inside", "beyond"), [("pdb", 10003.0, 10010.0), ("gro", 99990.0, 100010.0), ("gro", -9988, -9999)]
)
def test_coordinates_that_need_more_columns_are_refused(run, tmp_path, file_format, inside, beyond):
    place = "particles/system/position/value"
    spoil(run, tmp_path / "in.out", place, move_an_atom(inside)).export(tmp_path / f"in.{file_format}")
    with pytest.raises(ValueError, match="does not fit into the 8 columns"):
        spoil(run, tmp_path / "out.out", place, move_an_atom(beyond)).export(tmp_path / f"out.{file_format}")
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == [f"in.{file_format}"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("file_format", ["gro", "pdb"])
def test_numbers_of_many_atoms_wrap(run, tmp_path, file_format):
    def renumber(ids):
        ids[:] = np.arange(99_950, 99_950 + len(ids))

    path = tmp_path / f"many.{file_format}"
    spoil(run, tmp_path / "many.out", "particles/system/id", renumber).export(path, frames=[0])
    first = next(k for k, line in enumerate(path.read_text().splitlines()) if "Ar" in line)
    line = path.read_text().splitlines()[first + 50]
    assert line[15:20] == "    0" if file_format == "gro" else line[6:11] == "    0"
    found = universe(path, 108)
    assert found.atoms.positions == pytest.approx(positions_of(run.trajectory[0]), abs=COARSE[file_format])


def test_numbers_from_0_become_numbers_from_1_in_lammps_data(run, tmp_path):
    def renumber(ids):
        ids[:] = np.arange(len(ids))

    spoil(run, tmp_path / "old.out", "particles/system/id", renumber).export(tmp_path / "old.data")
    lines = (tmp_path / "old.data").read_text().split("Atoms # charge\n\n")[1].splitlines()
    assert [int(line.split()[0]) for line in lines[:108]] == list(range(1, 109))


@pytest.mark.parametrize(
    ("file_format", "name", "words"),
    [
        ("pdb", "Beads", "more than the 4 letters of PDB"),
        ("gro", "Beadss", "more than the 5 letters of GRO"),
        ("gro", "a b", "has blanks"),
        ("data", "\N{LATIN SMALL LETTER O WITH DIAERESIS}", "beyond ASCII"),
        ("pdb", "", "has blanks"),
    ],
)
def test_names_that_do_not_fit_are_refused(run, tmp_path, file_format, name, words):
    with pytest.raises(ValueError, match=f"{words}.*--names"):
        run.trajectory.export(tmp_path / f"out.{file_format}", names={"Bead": name})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"path": "out.abc"}, ValueError, r"no format; known are .xtc, .trr.*mdsim export. writes .extxyz"),
        ({"path": "out"}, ValueError, "no format"),
        ({"format": "abc"}, ValueError, "there is no format 'abc'; there are: xtc"),
        ({"frames": slice(7, None)}, ValueError, "no frame is chosen of the 7"),
        ({"frames": []}, ValueError, "no frame is chosen"),
        ({"frames": 7}, IndexError, "no frame 7"),
        ({"frames": [0, -8]}, IndexError, "no frame -8"),
        ({"frames": [1.7]}, TypeError, "must be whole numbers, flags or a slice"),
        ({"frames": "last"}, TypeError, "must be whole numbers, flags or a slice"),
        ({"frames": [True, False]}, ValueError, "2 flags for 7 frames"),
        ({"path": "out.data", "frames": slice(2)}, ValueError, "LAMMPS data holds one frame, and 2 are chosen"),
        ({"names": {"Kr": "A"}}, ValueError, "there is no species 'Kr'; there are: Ar, Bead"),
        ({"scale": (3.4, 2.0)}, ValueError, "a scale is for runs in lj; this one is in Angstrom and ps"),
        ({"path": "nowhere/out.pdb"}, FileNotFoundError, "there is no folder"),
    ],
)
def test_wrong_orders_are_refused_and_leave_no_file(run, tmp_path, options, error, words):
    options = {"path": "out.pdb", **options}
    with pytest.raises(error, match=words):
        run.trajectory.export(tmp_path / options.pop("path"), **options)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("scale", [(0.0, 1.0), (1.0, -1.0), (float("nan"), 1.0)])
def test_a_scale_without_meaning_is_refused(runs, tmp_path, scale):
    with pytest.raises(ValueError, match="two numbers above 0"):
        runs["lj"].trajectory.export(tmp_path / "out.pdb", scale=scale)
    with pytest.raises(ValueError, match="LAMMPS has reduced units too"):
        runs["lj"].trajectory.export(tmp_path / "out.data", scale=(3.4, 2.0))


def test_a_file_that_is_there_is_replaced_only_if_asked(run, tmp_path):
    path = tmp_path / "out.pdb"
    path.write_text("mine")
    with pytest.raises(ValueError, match="exists already"):
        run.trajectory.export(path)
    assert path.read_text() == "mine"
    run.trajectory.export(path, frames=0, overwrite=True)
    assert steps_in(path) == [0]
    with pytest.raises(ValueError, match="is a folder"):
        run.trajectory.export(tmp_path, format="pdb")


def test_without_chemfiles_a_message_says_how_to_get_it(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "chemfiles", None)
    with pytest.raises(ImportError, match="writing XTC needs chemfiles.*python -m pip install chemfiles"):
        run.trajectory.export(tmp_path / "out.xtc")
    assert list(tmp_path.iterdir()) == []
    run.trajectory.export(tmp_path / "out.gro")  # needs nothing


def test_images_that_were_not_written_cannot_unwrap(run, tmp_path):
    trajectory = spoil(run, tmp_path / "bare.out", "particles/system", lambda group: group.__delitem__("image"))
    with pytest.raises(ValueError, match=r"hold no image, only .*trajectory.fields"):
        trajectory.export(tmp_path / "out.pdb", unwrap=True)
    trajectory.export(tmp_path / "out.data")
    assert len((tmp_path / "out.data").read_text().split("Atoms # charge\n\n")[1].splitlines()[0].split()) == 6


@pytest.mark.parametrize("file_format", BINARY)
def test_a_full_disk_is_an_error_and_leaves_no_file(run, tmp_path, file_format, in_process):
    reader(file_format)
    done = in_process(
        f"""
import shutil, collections, mdsim
shutil.disk_usage = lambda path: collections.namedtuple("Usage", "free")(1000)
try:
    mdsim.open({str(run.folder)!r}).trajectory.export("full.{file_format}")
except OSError as error:
    print(error)
"""
    )
    assert "the disk has 1000 bytes left" in done.stdout, done.stderr
    limited = in_process(
        f"""
import resource, signal, mdsim
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))
try:
    mdsim.open({str(run.folder)!r}).trajectory.export("full.{file_format}")
except OSError as error:
    print(error)
"""
    )
    assert "cannot be written: " in limited.stdout, limited.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["script.py"]


def test_a_run_that_goes_on_gives_the_frames_it_has(liquid, tmp_path):
    with mdsim.Simulation(liquid, output=tmp_path / "going.out") as simulation:
        simulation.run(100)
        assert simulation.results.trajectory.export(tmp_path / "now.pdb").frames == 3
        simulation.run()
        assert simulation.results.trajectory.export(tmp_path / "later.pdb").frames == 4
    assert steps_in(tmp_path / "now.pdb") == [0, 50, 100]
    assert steps_in(tmp_path / "later.pdb") == [0, 50, 100, 150]


def test_a_spoilt_trajectory_is_reported_and_no_file_left(run, tmp_path):
    whole = (run.folder / "trajectory.h5md").read_bytes()
    for content, words in ((whole[: len(whole) // 2], "damaged or incomplete"), (b"nothing", "damaged or incomplete")):
        folder = tmp_path / "spoilt.out"
        folder.mkdir(exist_ok=True)
        (folder / "progress.json").write_bytes((run.folder / "progress.json").read_bytes())
        (folder / "trajectory.h5md").write_bytes(content)
        with pytest.raises(ValueError, match=words):
            mdsim.open(folder).trajectory.export(tmp_path / "out.pdb")
        assert [path.name for path in tmp_path.iterdir()] == ["spoilt.out"]


# The command


def convert(*words):
    return main(["convert", *map(str, words)])


def test_the_command_writes_and_says_what(runs, tmp_path, capsys):
    assert convert(runs["metal"].folder, tmp_path / "out.pdb", "--frames=-3::2", "--names", "Bead=Kr") == 0
    assert steps_in(tmp_path / "out.pdb") == [40, 60]
    assert " KR" in (tmp_path / "out.pdb").read_text()
    said = capsys.readouterr().out
    assert "Angstrom and ps" in said and "2 of 7 frames, 108 atoms each, are in" in said
    assert convert(runs["lj"].folder, tmp_path / "last.gro", "--frame", "last") == 0
    assert "one unit of length for an Angstrom" in capsys.readouterr().out
    assert " step= 60\n" in (tmp_path / "last.gro").read_text()
    assert convert(runs["lj"].folder, tmp_path / "named", "--format", "data", "--frame", "2") == 0
    assert "timestep = 20, units = lj" in (tmp_path / "named").read_text()
    assert convert(runs["lj"].folder, tmp_path / "last.gro", "--scale", "3.4", "2.1", "--overwrite", "--unwrap") == 0


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["out.abc"], "its ending says no format"),
        (["out.pdb", "--frames", "5"], "allowed: A:B or A:B:C"),
        (["out.pdb", "--frames", "::0"], "slice step cannot be zero"),
        (["out.pdb", "--frames", "9:"], "no frame is chosen of the 7"),
        (["out.pdb", "--frame", "9"], "no frame 9"),
        (["out.pdb", "--frame", "first"], "or `last`"),
        (["out.pdb", "--frame", "1", "--frames", "::2"], "not allowed with"),
        (["out.pdb", "--names", "Ar"], "allowed: SPECIES=NAME"),
    ],
)
def test_the_command_refuses_with_code_2(run, tmp_path, monkeypatch, capsys, words, expected):
    monkeypatch.chdir(tmp_path)
    try:
        code = convert(run.folder, *words)
    except SystemExit as ended:
        code = ended.code
    assert code == 2
    assert expected in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_missing_folders_trajectories_and_packages_have_their_codes(run, tmp_path, monkeypatch, capsys):
    assert convert(tmp_path / "nowhere.out", tmp_path / "out.pdb") == 2
    (tmp_path / "early.out").mkdir()
    (tmp_path / "early.out/progress.json").write_bytes((run.folder / "progress.json").read_bytes())
    assert convert(tmp_path / "early.out", tmp_path / "out.pdb") == 2
    assert "trajectory.every is 0" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "chemfiles", None)
    assert convert(run.folder, tmp_path / "out.xtc") == 4
    assert "pip install chemfiles" in capsys.readouterr().err


def test_the_program_hands_the_command_on(program, run, tmp_path):
    environment = {**os.environ, "MDSIM_PYTHON": sys.executable}
    done = subprocess.run(
        [str(program), "convert", str(run.folder), "last.pdb", "--frame", "last"],
        cwd=tmp_path,
        env=environment,
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert steps_in(tmp_path / "last.pdb") == [60]
