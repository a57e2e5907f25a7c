# SPDX-License-Identifier: BSD-3-Clause
"""What ASE, OVITO and MDAnalysis read is what was run: places in the coordinates of the input, in the units that they
expect, with the forces that a sum over the places they read gives."""

import os

import pytest
import runs
from calls import call
from crystals import EV_OF_KJ, SHAPES, SYSTEMS, Crystal
from restarts import INPUT_FAULT

ALL = [(system, shape) for system in SYSTEMS for shape in SHAPES]
SAMPLE = [("metal", "plain"), ("metal", "triclinic"), ("real", "open"), ("nano", "triclinic"), ("nano", "open"), ("lj", "plain")]
NO_READER = "is not there; tools/test makes an environment with it in build/venv where the network allows it"


def reader(name):
    """The module of a reader; the test is skipped, and says why, where it cannot be imported."""
    return pytest.importorskip(name, reason=f"{name} {NO_READER}", exc_type=ImportError) \
        if tuple(int(n) for n in pytest.__version__.split(".")[:2]) >= (8, 2) else pytest.importorskip(name)


def pytest_generate_tests(metafunc):
    if "crystal" in metafunc.fixturenames:
        chosen = ALL if metafunc.config.getoption("--soak") else SAMPLE
        metafunc.parametrize("crystal", chosen, indirect=True, scope="module", ids=["-".join(case) for case in chosen])


@pytest.fixture(scope="module")
def crystal(program_path, tmp_path_factory, request):
    """One run for all tests that look at it."""
    return Crystal(runs.Program(str(program_path), str(tmp_path_factory.mktemp("crystal"))), *request.param)


def expect_near(found, wanted, scale, what):
    import numpy
    off = numpy.abs(numpy.asarray(found, dtype=float) - wanted).max()
    assert off <= scale, f"{what}: off by {off}"


def expect_frame(crystal, places, forces, frame, force_unit=1.0):
    """Places of the first frame are those of the data file; forces are those of the places."""
    import numpy
    if frame == 0:
        expect_near(places, crystal.places, 2e-6 * numpy.abs(crystal.places).max(), "places")
    wanted = crystal.forces(numpy.asarray(places, dtype=float)) * force_unit
    largest = numpy.abs(wanted).max()
    assert largest > 1e-3 * crystal.epsilon * force_unit / crystal.sigma, "no forces, which proves nothing"
    expect_near(forces, wanted, 3e-4 * largest, f"forces of frame {frame}, of {largest}")


def exported(crystal, ending, *options):
    path = crystal.program.folder("out" + ending)
    call(crystal.program, "export", crystal.trajectory, path, "--overwrite", *options)
    return path


def test_ase(crystal):
    """Extended XYZ in the units of ASE: Angstrom, eV/Angstrom."""
    import numpy
    ase_io = reader("ase.io")
    frames = ase_io.read(exported(crystal, ".extxyz"), index=":", format="extxyz")
    assert len(frames) == 3
    for k, atoms in enumerate(frames):
        expect_frame(crystal, atoms.positions, atoms.get_forces(), k)
        assert tuple(atoms.pbc) == crystal.periodic
        assert atoms.info.get("units") == (None if crystal.system == "lj" else "metal")
        expect_near(atoms.info["Time"], 10 * k * crystal.time_step, 1e-9, "time in ps")
        if crystal.shape != "open":
            expect_near(atoms.cell[:], crystal.edges, 1e-9, "cell")
    # Velocities are in Angstrom/ps: the first places and velocities lead to the next places. ASE would not tell.
    velocities = [atoms.arrays["velo"] for atoms in frames]
    way = 10 * crystal.time_step * (velocities[0] + velocities[1]) / 2
    inside = numpy.abs(frames[1].positions - frames[0].positions).max(axis=1) < crystal.sigma
    expect_near((frames[1].positions - frames[0].positions)[inside], way[inside],
                0.1 * numpy.abs(way).max(), "way by the velocities")


@pytest.mark.parametrize("ending", [".extxyz", ".lammpstrj"])
def test_ovito(crystal, ending):
    """OVITO sees the corner of the box too; a dump of `real` is in kcal/mol."""
    pytest.importorskip("ovito.io", reason="OVITO " + NO_READER)
    import numpy
    from ovito.io import import_file
    pipeline = import_file(exported(crystal, ending))
    kcal = ending == ".lammpstrj" and crystal.system == "real"
    for k in range(pipeline.source.num_frames):
        data = pipeline.compute(k)
        order = numpy.argsort(data.particles.identifiers) if "Particle Identifier" in data.particles else slice(None)
        expect_frame(crystal, data.particles.positions[order], data.particles.forces[order], k,
                     1 / (4.184 * EV_OF_KJ) if kcal else 1.0)
        assert tuple(data.cell.pbc) == crystal.periodic
        if crystal.shape != "open":
            expect_near(data.cell[:, 3], crystal.corner, 1e-5, "corner of the cell")
            expect_near(data.cell[:, :3].T, crystal.edges, 1e-5, "cell")
    assert pipeline.source.num_frames == 3


def test_mdanalysis(crystal):
    """The trajectory itself, in the units of MDAnalysis; a plain dump, whose box it moves to zero."""
    mda = reader("MDAnalysis")
    import numpy
    options = {"n_atoms": len(crystal.places), "convert_units": False} if crystal.system == "lj" else {}
    universe = mda.Universe(crystal.trajectory, **options)
    for frame in universe.trajectory:
        expect_frame(crystal, frame.positions, frame.forces, frame.frame, 1.0 if crystal.system == "lj" else 1 / EV_OF_KJ)
    assert len(universe.trajectory) == 3
    dump = mda.Universe(exported(crystal, ".dump", "--plain"), format="LAMMPSDUMP", topology_format="LAMMPSDUMP")
    with open(crystal.program.folder("out.dump"), encoding="utf-8") as file:
        corner = numpy.array([float(line.split()[0]) for line in file.read().splitlines()[5:8]])
    if crystal.shape == "plain":
        expect_near(corner, crystal.corner, 1e-5, "corner in the dump")
        expect_near(dump.trajectory[0].positions + corner, crystal.places, 1e-4, "places in the dump")


def test_units_of_a_dump(crystal):
    with open(exported(crystal, ".dump"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    if crystal.system == "lj":
        assert lines[0] == "ITEM: TIMESTEP"
        return
    assert lines[:3] == ["ITEM: UNITS", "real" if crystal.system == "real" else "metal", "ITEM: TIME"]
    assert lines.count("ITEM: UNITS") == 1 and lines.count("ITEM: TIME") == 3


def test_start_again(crystal):
    """A trajectory is a structure in the same box, wherever that begins."""
    import h5py
    import numpy
    with open(crystal.path, encoding="utf-8") as file:
        text = file.read().replace(crystal.name + ".data", os.path.join(crystal.folder, "trajectory.h5md")) \
            .replace('types = ["Ar"]', "frame = 0").replace("steps = 20", "steps = 0")
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
        text = file.read().replace(crystal.name + ".data", "out.extxyz").replace(
            'types = ["Ar"]', '\n[[species]]\nname = "Ar"\nmass = 39.948\n')
    _, err = call(program, program.write("other.toml", text), "--quiet", code=INPUT_FAULT)
    assert "units=metal" in err and "velocities times 0.001" in err, err


def test_older_trajectory(program):
    """One file does not hold positions of two conventions."""
    import h5py
    crystal = Crystal(program, "lj", "plain")
    with h5py.File(crystal.trajectory, "r+") as file:
        del file["particles/system/box"].attrs["origin"]
    os.remove(crystal.trajectory + ".sums")  # nor did that version write checksums
    _, err = call(program, crystal.path, "--quiet", "--resume", "--set", "stage.0.steps=30", code=INPUT_FAULT)
    assert "earlier version" in err and "corner of the box" in err, err


def test_names_and_folder(program):
    """Species may be called otherwise in the output; the folder of a run stands for its trajectory."""
    crystal = Crystal(program, "lj", "plain")
    path = program.folder("named.xyz")
    call(program, "export", crystal.folder, path, "--names", "Ar=Kr")
    with open(path, encoding="utf-8") as file:
        assert file.read().splitlines()[2].startswith("Kr ")
    for wrong in ("Ar", "Ar=", "B=Kr", "Ar=K r"):
        _, err = call(program, "export", crystal.folder, program.folder("no.xyz"), "--names", wrong, code=INPUT_FAULT)
        assert "--names" in err, err
    os.makedirs(program.folder("empty"))
    _, err = call(program, "export", program.folder("empty"), program.folder("no.xyz"), code=INPUT_FAULT)
    assert "trajectory.h5md" in err and not os.path.exists(program.folder("no.xyz")), err
