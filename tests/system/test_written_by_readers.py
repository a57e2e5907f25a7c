# SPDX-License-Identifier: BSD-3-Clause
"""What ASE, OVITO and MDAnalysis write of a run starts another: atoms, box, corner and open directions come back."""

import os

import pytest

from calls import call
from readers import crystal, expect_near, exported, pytest_generate_tests, reader, within  # noqa: F401


def expect_start(crystal, path, corner=True, more=""):
    """A run starts from a file that a reader wrote: its atoms, by their numbers, are where the data file had them."""
    import h5py
    import numpy

    with open(crystal.path, encoding="utf-8") as file:
        text = file.read().replace(crystal.name + ".data", os.path.basename(path)).replace('types = ["Ar"]', more)
    if crystal.system in ("real", "nano"):  # files of readers are in Angstrom and ps
        text = text.replace(f'system = "{crystal.system}"', 'system = "metal"').replace("= 2.0", "= 0.002")
        for was, is_now in (("cutoff = 0.85", "cutoff = 8.5"), ("sigma = 0.34", "sigma = 3.4")):
            text = text.replace(was, is_now)
    text = text.replace("steps = 20", "steps = 0") + '\n[[species]]\nname = "Ar"\nmass = 39.948\n'
    call(crystal.program, crystal.program.write("started.toml", text), "--quiet", "--overwrite")
    with h5py.File(crystal.program.folder("started.out/trajectory.h5md")) as file:
        system = file["particles/system"]
        places, edges = system["position/value"][0], system["box/edges/value"][0]
        assert tuple(word == b"periodic" for word in system["box"].attrs["boundary"]) == crystal.periodic
        scale = numpy.abs(crystal.places).max()
        if corner:
            expect_near(within(crystal, places - crystal.places), 0, 4e-6 * scale, "places")
        ways = within(crystal, (places - places[0]) - (crystal.places - crystal.places[0]))
        expect_near(ways, 0, 4e-6 * scale, "ways between the atoms")
        if crystal.shape != "open":
            expect_near(edges, crystal.edges, 1e-5, "edges")
            if corner:
                expect_near(system["box"].attrs["origin"], crystal.corner, 1e-5, "corner of the box")


def test_files_that_ase_writes(crystal):
    """From ours, as extended XYZ with corner, open directions and units."""
    ase_io = reader("ase.io")
    path = crystal.program.folder("by-ase.extxyz")
    ase_io.write(path, ase_io.read(exported(crystal, ".extxyz"), index=0, format="extxyz"), format="extxyz")
    expect_start(crystal, path)


@pytest.mark.parametrize("ending", [".extxyz", ".data"])
def test_files_that_ovito_writes(crystal, ending):
    ovito_io = reader("ovito.io")
    path = crystal.program.folder("by-ovito" + ending)
    pipeline = ovito_io.import_file(exported(crystal, ".lammpstrj"))
    names = ["Particle Identifier", "Particle Type", "Position.X", "Position.Y", "Position.Z"]
    if ending == ".extxyz":
        ovito_io.export_file(pipeline, path, "xyz", columns=names, frame=0, precision=12)
    else:
        ovito_io.export_file(
            pipeline, path, "lammps/data", atom_style="atomic", restricted_triclinic=True, frame=0, precision=12
        )
    with open(path, encoding="utf-8") as file:
        labelled = "Atom Type Labels" in file.read()
    expect_start(crystal, path, more='types = ["Ar"]' if ending == ".data" and not labelled else "")


def test_files_that_mdanalysis_writes(crystal):
    """H5MD; it knows no corner of a box, so that begins at zero, and no direction that is open."""
    mda = reader("MDAnalysis")
    options = {"n_atoms": len(crystal.places), "convert_units": False} if crystal.system == "lj" else {}
    universe = mda.Universe(crystal.trajectory, **options)
    units = (
        {"convert_units": False}
        if crystal.system == "lj"
        else {"timeunit": "ps", "lengthunit": "Angstrom", "velocityunit": "Angstrom/ps"}
    )
    path = crystal.program.folder("by-mdanalysis.h5md")
    with mda.Writer(path, n_atoms=len(universe.atoms), forces=False, **units) as writer:
        writer.write(universe)
        writer.h5md_file.close()  # which the end of the writer does not do
    expect_start(crystal, path, corner=False, more='types = ["Ar"]')
