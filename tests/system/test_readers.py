# SPDX-License-Identifier: BSD-3-Clause
"""What ASE, OVITO and MDAnalysis read is what was run: places in the coordinates of the input, in the units that they
expect, with the forces that a sum over the places they read gives."""

import os

import pytest

from calls import call
from crystals import EV_OF_KJ, Crystal
from mdsim_tools.program import INPUT_ERROR
from readers import crystal, expect_near, exported, pytest_generate_tests, reader, within  # noqa: F401


def expect_frame(crystal, places, forces, frame, force_unit=1.0):
    """Places of the first frame are those of the data file; forces are those of the places."""
    import numpy

    if frame == 0:
        expect_near(places, crystal.places, 2e-6 * numpy.abs(crystal.places).max(), "places")
    wanted = crystal.forces(numpy.asarray(places, dtype=float)) * force_unit
    largest = numpy.abs(wanted).max()
    assert largest > 1e-3 * crystal.epsilon * force_unit / crystal.sigma, "no forces, which proves nothing"
    expect_near(forces, wanted, 3e-4 * largest, f"forces of frame {frame}, of {largest}")


def expect_velocities(crystal, places, velocities, time_unit=1.0):
    """They are in Angstrom/ps (or per `time_unit` ps): the first places and velocities lead to the next places."""
    import numpy

    way = 10 * crystal.time_step / time_unit * (numpy.asarray(velocities[0], dtype=float) + velocities[1]) / 2
    expect_near(
        within(crystal, numpy.asarray(places[1], dtype=float) - places[0]),
        way,
        0.1 * numpy.abs(way).max(),
        "way by the velocities",
    )


def test_ase(crystal):
    """Extended XYZ in the units of ASE: Angstrom, eV/Angstrom."""
    ase_io = reader("ase.io")
    frames = ase_io.read(exported(crystal, ".extxyz"), index=":", format="extxyz")
    assert len(frames) == 3
    for k, atoms in enumerate(frames):
        expect_frame(crystal, atoms.positions, atoms.get_forces(), k)
        assert tuple(atoms.pbc) == crystal.periodic
        assert atoms.info.get("units") == ("lj" if crystal.system == "lj" else "metal")
        expect_near(atoms.info["Time"], 10 * k * crystal.time_step, 1e-9, "time in ps")
        if crystal.shape != "open":
            expect_near(atoms.cell[:], crystal.edges, 1e-9, "cell")
    # ASE would not tell in which unit they are.
    expect_velocities(crystal, [atoms.positions for atoms in frames], [atoms.arrays["velo"] for atoms in frames])


@pytest.mark.parametrize("ending", [".extxyz", ".lammpstrj"])
def test_ovito(crystal, ending):
    """OVITO sees the corner of the box too; a dump of `real` is in kcal/mol."""
    import numpy

    import_file = reader("ovito.io").import_file
    pipeline = import_file(exported(crystal, ending))
    kcal = ending == ".lammpstrj" and crystal.system == "real"
    for k in range(pipeline.source.num_frames):
        data = pipeline.compute(k)
        order = numpy.argsort(data.particles.identifiers) if "Particle Identifier" in data.particles else slice(None)
        expect_frame(
            crystal,
            data.particles.positions[order],
            data.particles.forces[order],
            k,
            1 / (4.184 * EV_OF_KJ) if kcal else 1.0,
        )
        assert tuple(data.cell.pbc) == crystal.periodic
        if crystal.shape != "open":
            expect_near(data.cell[:, 3], crystal.corner, 1e-5, "corner of the cell")
            expect_near(data.cell[:, :3].T, crystal.edges, 1e-5, "cell")
    assert pipeline.source.num_frames == 3
    frames = [pipeline.compute(k).particles for k in range(2)]
    orders = [numpy.argsort(frame.identifiers) if "Particle Identifier" in frame else slice(None) for frame in frames]
    expect_velocities(
        crystal,
        [frame.positions[order] for frame, order in zip(frames, orders)],
        [frame.velocities[order] for frame, order in zip(frames, orders)],
        1e-3 if kcal else 1.0,
    )


def expect_dimensions(crystal, dimensions):
    """Lengths of the edges and the angles between them."""
    import numpy

    lengths = numpy.linalg.norm(crystal.edges, axis=1)
    expect_near(dimensions[:3], lengths, 1e-5 * lengths.max(), "lengths of the edges")
    for k, (a, b) in enumerate(((1, 2), (0, 2), (0, 1))):
        cosine = crystal.edges[a] @ crystal.edges[b] / lengths[a] / lengths[b]
        expect_near(dimensions[3 + k], numpy.degrees(numpy.arccos(cosine)), 1e-3, "angle")


def test_mdanalysis(crystal):
    """The trajectory itself, in the units of MDAnalysis; a plain dump, whose box it moves to zero."""
    mda = reader("MDAnalysis")
    import numpy

    options = {"n_atoms": len(crystal.places), "convert_units": False} if crystal.system == "lj" else {}
    universe = mda.Universe(crystal.trajectory, **options)
    for frame in universe.trajectory:
        expect_frame(
            crystal, frame.positions, frame.forces, frame.frame, 1.0 if crystal.system == "lj" else 1 / EV_OF_KJ
        )
    assert len(universe.trajectory) == 3
    expect_velocities(
        crystal,
        [frame.positions.copy() for frame in universe.trajectory],
        [frame.velocities.copy() for frame in universe.trajectory],
    )
    if crystal.shape != "open":
        expect_dimensions(crystal, universe.trajectory[0].dimensions)
    dump = mda.Universe(exported(crystal, ".dump", "--plain"), format="LAMMPSDUMP", topology_format="LAMMPSDUMP")
    with open(crystal.program.folder("out.dump"), encoding="utf-8") as file:
        corner = numpy.array([float(line.split()[0]) for line in file.read().splitlines()[5:8]])
    if crystal.shape == "plain":
        expect_near(corner, crystal.corner, 1e-5, "corner in the dump")
    if crystal.shape == "triclinic":  # its bounds are those of what encloses it
        corner = crystal.corner
    if crystal.shape != "open":
        expect_dimensions(crystal, dump.trajectory[0].dimensions)
    expect_near(within(crystal, dump.trajectory[0].positions + corner - crystal.places), 0, 1e-4, "places in the dump")


def test_units_of_a_dump(crystal):
    with open(exported(crystal, ".dump"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    assert lines[:3] == ["ITEM: UNITS", crystal.system if crystal.system in ("real", "lj") else "metal", "ITEM: TIME"]
    assert lines.count("ITEM: UNITS") == 1 and lines.count("ITEM: TIME") == 3


def test_start_again(crystal):
    """A trajectory is a structure in the same box, wherever that begins."""
    import h5py
    import numpy

    with open(crystal.path, encoding="utf-8") as file:
        text = (
            file.read()
            .replace(crystal.name + ".data", os.path.join(crystal.folder, "trajectory.h5md"))
            .replace('types = ["Ar"]', "frame = 0")
            .replace("steps = 20", "steps = 0")
        )
    call(crystal.program, crystal.program.write("again.toml", text), "--quiet", "--overwrite")
    with h5py.File(crystal.trajectory) as old, h5py.File(crystal.program.folder("again.out/trajectory.h5md")) as new:
        system = "particles/system/"
        for path in ("position/value", "box/edges/value", "force/value"):
            was, found = old[system + path][0], new[system + path][0]
            expect_near(found, was.astype(float), 2e-5 * numpy.abs(was).max(), path)
        origin = old[system + "box"].attrs["origin"]
        expect_near(new[system + "box"].attrs["origin"], origin, 1e-6 * numpy.abs(origin).max(), "origin")
        if crystal.shape != "open":
            for places, edges in zip(old[system + "position/value"][:], old[system + "box/edges/value"][:]):
                fractions = (places.astype(float) - origin) @ numpy.linalg.inv(edges)
                assert (fractions > -1e-6).all() and (fractions < 1 + 1e-6).all(), "places are not in the box"


def test_extxyz_of_other_units(program):
    """What export wrote in the units of metal does not start a run in real."""
    crystal = Crystal(program, "real", "plain")
    exported(crystal, ".extxyz")
    with open(crystal.path, encoding="utf-8") as file:
        text = (
            file.read()
            .replace(crystal.name + ".data", "out.extxyz")
            .replace('types = ["Ar"]', '\n[[species]]\nname = "Ar"\nmass = 39.948\n')
        )
    _, err = call(program, program.write("other.toml", text), "--quiet", code=INPUT_ERROR)
    assert "units=metal" in err and "velocities times 0.001" in err, err


def test_reduced_units_are_named(program):
    """Reduced numbers do not start a run in other units, in whatever format they come."""
    crystal = Crystal(program, "lj", "plain")
    for ending in (".h5md", ".extxyz"):
        name = exported(crystal, ending) if ending == ".extxyz" else crystal.trajectory
        with open(crystal.path, encoding="utf-8") as file:
            text = (
                file.read()
                .replace(crystal.name + ".data", name)
                .replace('"lj"', '"real"')
                .replace('types = ["Ar"]', "")
            )
        _, err = call(program, program.write("other.toml", text), "--quiet", code=INPUT_ERROR)
        assert '"lj"' in err or "units=lj" in err, err


def test_older_trajectory(program):
    """One file does not hold positions of two conventions."""
    import h5py

    crystal = Crystal(program, "lj", "plain")
    with h5py.File(crystal.trajectory, "r+") as file:
        del file["particles/system/box"].attrs["origin"]
    os.remove(crystal.trajectory + ".sums")  # nor did that version write checksums
    _, err = call(program, crystal.path, "--quiet", "--resume", "--set", "stage.0.steps=30", code=INPUT_ERROR)
    assert "earlier version" in err and "corner of the box" in err, err


def test_names_and_folder(program):
    """Species may be called otherwise in the output; the folder of a run stands for its trajectory."""
    crystal = Crystal(program, "lj", "plain")
    path = program.folder("named.xyz")
    call(program, "export", crystal.folder, path, "--names", "Ar=Kr")
    with open(path, encoding="utf-8") as file:
        assert file.read().splitlines()[2].startswith("Kr ")
    for wrong in ("Ar", "Ar=", "B=Kr", "Ar=K r"):
        _, err = call(program, "export", crystal.folder, program.folder("no.xyz"), "--names", wrong, code=INPUT_ERROR)
        assert "--names" in err, err
    os.makedirs(program.folder("empty"))
    _, err = call(program, "export", program.folder("empty"), program.folder("no.xyz"), code=INPUT_ERROR)
    assert "trajectory.h5md" in err and not os.path.exists(program.folder("no.xyz")), err
