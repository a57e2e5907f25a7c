# SPDX-License-Identifier: BSD-3-Clause
"""Exported trajectories hold what the trajectory holds, and others can read them; a trajectory is a
structure too."""

import os
import re
import warnings

import pytest

import cases
import runs
from calls import call
from exported import FORCES, SPECIES, Sample, read_dump, read_extxyz, same_floats, slanted
from mdsim_tools.program import INPUT_ERROR
from readers import reader

SPECIES_TURNED = '\n[[species]]\nname = "Kr"\nmass = 2.5\n\n[[species]]\nname = "Ar"\nmass = 1.0\n'


@pytest.fixture(scope="module")
def program(program_path, tmp_path_factory):
    """One scratch folder for all tests, which look at one sample."""
    return runs.Program(str(program_path), str(tmp_path_factory.mktemp("sample")))


@pytest.fixture(scope="module")
def sample(program):
    return Sample(program)


def test_extxyz_holds_what_the_trajectory_holds(program, sample):
    import numpy

    path = program.folder("all.extxyz")
    out, err = call(program, "export", sample.path, path)
    assert "3 of 3 frames" in out and not err, f"said: {out}{err}"
    frames = read_extxyz(path)
    assert len(frames) == 3, f"{len(frames)} frames"
    for k, (comment, names, numbers) in enumerate(frames):
        numbers = numpy.asarray(numbers)
        lattice = [float(x) for x in re.search('Lattice="([^"]*)"', comment)[1].split()]
        assert (numpy.asarray(lattice).reshape(3, 3) == sample.edges[k]).all(), f"Lattice of frame {k}: {lattice}"
        assert "Properties=species:S:1:pos:R:3:velo:R:3:forces:R:3 " in comment, f"columns: {comment}"
        assert f"Step={sample.steps[k]} " in comment and 'pbc="T T T"' in comment, f"comment: {comment}"
        assert float(re.search("Time=([^ ]*)", comment)[1]) == sample.times[k], f"time: {comment}"
        assert names == list(sample.names), "names of the atoms"
        for first, name in ((0, "position"), (3, "velocity"), (6, "force")):
            assert same_floats(numbers[:, first : first + 3], sample.vectors[name][k]), f"{name} of frame {k}"


def test_a_dump_holds_what_the_trajectory_holds(program, sample):
    import numpy

    path = program.folder("all.lammpstrj")
    call(program, "export", sample.path, path)
    frames = read_dump(path)
    assert len(frames) == 3, f"{len(frames)} frames"
    for k, frame in enumerate(frames):
        columns = "id type element x y z ix iy iz vx vy vz fx fy fz"
        assert frame["TIMESTEP"] == [[str(sample.steps[k])]] and frame["NUMBER OF ATOMS"] == [["150"]], "heads"
        rows = frame["ATOMS " + columns]
        assert [row[0] for row in rows] == [str(i + 1) for i in range(150)], "ids"
        assert [row[2] for row in rows] == list(sample.names), "elements"
        assert {(row[1], row[2]) for row in rows} == {("1", "Ar"), ("2", "Kr")}, "types"
        numbers = numpy.asarray([[float(x) for x in row[3:]] for row in rows])
        for first, name in ((0, "position"), (3, "image"), (6, "velocity"), (9, "force")):
            assert same_floats(numbers[:, first : first + 3], sample.vectors[name][k]), f"{name} of frame {k}"
        bounds = numpy.asarray(frame["BOX BOUNDS xy xz yz pp pp pp"], dtype=float)
        corners = numpy.asarray([[i, j, n] for i in (0, 1) for j in (0, 1) for n in (0, 1)]) @ sample.edges[k]
        assert numpy.allclose(bounds[:, 0], corners.min(axis=0)) and numpy.allclose(
            bounds[:, 1], corners.max(axis=0)
        ), f"bounds {bounds} of the corners {corners}"


def test_frames_are_chosen_and_atoms_followed(program, sample):
    """Every second frame, atoms followed out of the box, an earlier file replaced."""
    import numpy

    for ending in ("xyz", "dump"):
        path = program.folder("chosen." + ending)
        call(program, "export", sample.path, path)
        call(program, "export", sample.path, path, "--every", "2", "--unwrap", "--overwrite", ranks=2)
        for k, n in enumerate((0, 2)):
            if ending == "xyz":
                numbers = read_extxyz(path)[k][2]
            else:
                heading = "ATOMS id type element xu yu zu vx vy vz fx fy fz"
                numbers = [[float(x) for x in row[3:]] for row in read_dump(path)[k][heading]]
            numbers = numpy.asarray(numbers)[:, :3]
            assert numpy.allclose(numbers, sample.unwrapped(n), rtol=2e-9, atol=1e-8), f"{ending}: places of frame {n}"
        assert len(read_dump(path) if ending == "dump" else read_extxyz(path)) == 2, f"{ending}: number of frames"


def test_mdanalysis_sees_what_h5py_sees(program, sample):
    import numpy

    warnings.simplefilter("ignore")
    MDAnalysis = reader("MDAnalysis")  # noqa: N806
    triclinic_vectors = reader("MDAnalysis.lib.mdamath").triclinic_vectors
    dump, xyz = program.folder("others.lammpstrj"), program.folder("others.xyz")
    call(program, "export", sample.path, dump, "--plain")
    call(program, "export", sample.path, xyz)
    by_dump = MDAnalysis.Universe(dump, format="LAMMPSDUMP", topology_format="LAMMPSDUMP")
    by_xyz = MDAnalysis.Universe(xyz)
    assert list(by_xyz.atoms.names) == list(sample.names), "names from XYZ"
    for universe in (by_dump, by_xyz):
        assert len(universe.trajectory) == 3, "number of frames"
        for frame in universe.trajectory:
            assert numpy.allclose(frame.positions, sample.vectors["position"][frame.frame], atol=1e-5), "positions"
    for frame in by_dump.trajectory:
        assert numpy.allclose(triclinic_vectors(frame.dimensions), sample.edges[frame.frame], atol=1e-4), "box"
        if frame.has_velocities:  # from version 2.4 on
            assert numpy.allclose(frame.velocities, sample.vectors["velocity"][frame.frame], atol=1e-5), "velocities"


def test_ase_sees_what_h5py_sees(program, sample):
    import numpy

    read = reader("ase.io").read
    path = program.folder("ase.extxyz")
    call(program, "export", sample.path, path)
    frames = read(path, index=":", format="extxyz")
    assert len(frames) == 3, f"{len(frames)} frames"
    for k, atoms in enumerate(frames):
        assert list(atoms.symbols) == list(sample.names), "symbols"
        assert numpy.allclose(atoms.cell[:], sample.edges[k]), "cell"
        assert numpy.allclose(atoms.positions, sample.vectors["position"][k], atol=1e-6), "positions"
        assert numpy.allclose(atoms.arrays["velo"], sample.vectors["velocity"][k], atol=1e-6), "velocities"
        assert numpy.allclose(atoms.get_forces(), sample.vectors["force"][k], rtol=1e-6, atol=1e-5), "forces"


def test_a_trajectory_starts_a_run(program, sample):
    """A trajectory, and what is exported of it, start a run without a word about types."""
    import h5py

    call(program, "export", sample.path, program.folder("again.extxyz"))
    for name, frame in (("sample.out/trajectory.h5md", ""), ("again.extxyz", "frame = -1\n")):
        for species in (SPECIES, SPECIES_TURNED):
            text = (
                cases.LJ
                + cases.run(4)
                + cases.file_system(name)
                + frame
                + species
                + FORCES
                + cases.stage("nve", 10)
                + cases.OUTPUT
            )
            folder = program.folder("again.out")
            call(program, program.write("again.toml", text), "--quiet", "--overwrite", "--output", folder)
            with h5py.File(os.path.join(folder, "trajectory.h5md"), "r") as file:
                kinds = file["parameters/vmd_structure/name"].asstr()[:]
                names = kinds[file["particles/system/species"][:]]
                places = file["particles/system/position/value"][0]
                speeds = file["particles/system/velocity/value"][0]
            assert list(names) == list(sample.names), f"{name}: the species are others"
            assert abs(speeds - sample.vectors["velocity"][-1]).max() < 1e-6, f"{name}: the velocities are others"
            gap = abs(places - sample.vectors["position"][-1])
            assert (gap < 1e-5).mean() > 0.98, f"{name}: the places are others"


def test_what_is_wrong_is_refused_and_leaves_nothing(program, sample):
    """Wrong inputs are told in clear words, and leave nothing behind."""
    text = program.write("text.h5md", "no HDF5 at all")
    there = program.write("there.xyz", "mine")
    bare = program.write("bare.toml", slanted(cases.stage("nve", 0, 0.001), '\n[trajectory]\nfields = ["position"]\n'))
    call(program, bare, "--quiet")
    for arguments, words in (
        ((sample.path, "out.pdb"), ("out.pdb", ".extxyz", ".lammpstrj")),
        ((sample.path, "out"), (".extxyz", ".lammpstrj")),
        ((sample.path, there), ("there.xyz", "exists", "--overwrite")),
        ((sample.path, "no/such/out.xyz"), ("there is no folder", "no/such")),
        ((sample.path, "out.xyz", "--every", "0"), ("--every", "at least 1")),
        ((sample.path, "out.xyz", "--every", "x"), ("--every",)),
        ((sample.path,), ("output",)),
        (("absent.h5md", "out.xyz"), ("absent.h5md", "no such file")),
        ((text, "out.xyz"), ("text.h5md", "not an HDF5 file")),
        ((program.folder("sample.out/thermo.h5"), "out.xyz"), ("thermo.h5", "H5MD")),
        ((program.folder("bare.out/trajectory.h5md"), "out.xyz", "--unwrap"), ("images", "trajectory.fields")),
    ):
        for ranks in (1, 2):
            _, err = call(program, "export", *arguments, ranks=ranks, code=INPUT_ERROR)
            missing = [word for word in words if word not in err]
            assert not missing, f"{arguments}: the words {missing} are missing in: {err}"
    with open(there, encoding="utf-8") as file:
        assert file.read() == "mine", "a file that was there is gone"
    left = [name for name in os.listdir(program.scratch) if name.startswith("out")]
    assert not left, f"left behind: {left}"
