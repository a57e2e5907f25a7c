# SPDX-License-Identifier: BSD-3-Clause
"""Pair potentials by formulas: atoms inside the maximum of one that falls, ranges, starts, and what is conserved."""

import csv
import os

import cases
from calls import call
from mdsim_tools.program import INPUT_ERROR, PHYSICS_ERROR

METAL = '[units]\nsystem = "metal"\n'
OXYGEN = '\n[[species]]\nname = "O"\nmass = 15.999\n'
BUCKINGHAM = """
[pair]
cutoff = 7.0
[[pair.potential]]
species = ["O", "O"]
type = "buckingham"
a = 1388.773
rho = 0.362319
c = 175.0
"""
CORE = '\n[[pair.potential]]\nspecies = ["O", "O"]\ntype = "lennard_jones"\nepsilon = 1.0\nsigma = 2.0\n'
SOFT = '\n[[pair.potential]]\nspecies = ["O", "O"]\ntype = "soft_cosine"\na = 1.0\nrange = 3.0\n'


def two_atoms(program, name, distance, speed, *forces):
    """Writes an input of two atoms that fly at each other."""
    lattice = 'Lattice="30 0 0 0 30 0 0 0 30" Properties=species:S:1:pos:R:3:vel:R:3'
    rows = f"O 10 10 10 {speed} 0 0\nO {10 + distance} 10 10 {-speed} 0 0\n"
    program.write(name + ".xyz", f"2\n{lattice}\n{rows}")
    system = cases.run(precision="double") + f'\n[system.file]\npath = "{name}.xyz"\n' + OXYGEN
    rest = cases.stage("nve", 200, 0.0001) + "\n[thermo]\nevery = 5\n"
    return program.write(name + ".toml", METAL + system + "".join(forces) + rest)


def energies(folder):
    with open(os.path.join(folder, "thermo.csv"), encoding="utf-8", newline="") as file:
        return [float(row["total_energy [eV]"]) for row in csv.DictReader(file)]


def test_a_start_inside_the_maximum_is_refused(program):
    path = two_atoms(program, "inside", 1.0, 0, BUCKINGHAM)
    for ranks in (1, 2):
        _, err = call(program, path, ranks=ranks, code=INPUT_ERROR)
        assert "atoms 1 and 2 (O-O) are 1 Angstrom apart" in err and "inside 1.504 Angstrom" in err


def test_a_pair_inside_the_maximum_ends_the_run(program):
    path = two_atoms(program, "hit", 6.0, 400, BUCKINGHAM)
    for ranks in (1, 2):
        _, err = call(program, path, "--output", f"hit{ranks}", ranks=ranks, code=PHYSICS_ERROR)
        assert "1 pair of O-O is nearer than 1.5036" in err


def test_a_core_beside_a_potential_that_falls_keeps_atoms_apart(program):
    call(program, two_atoms(program, "core", 6.0, 400, BUCKINGHAM, CORE), "--output", "core")
    kept = energies(os.path.join(program.scratch, "core"))
    assert abs(kept[-1] - kept[0]) < 1e-3 * kept[0]


def test_a_potential_that_ends_by_itself_needs_no_cutoff(program):
    out, _ = call(program, two_atoms(program, "soft", 4.0, 0, SOFT), "--dry-run")
    assert "cutoff 3, " in out
