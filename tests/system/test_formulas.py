# SPDX-License-Identifier: BSD-3-Clause
"""Pair potentials by formulas: atoms inside the maximum of one that falls, ranges, starts, and what is conserved."""

import csv
import os

from calls import call
from mdsim_tools.program import INPUT_ERROR, PHYSICS_ERROR
from two_atoms import BUCKINGHAM, two_atoms

CORE = '\n[[pair.potential]]\nspecies = ["O", "O"]\ntype = "lennard_jones"\nepsilon = 1.0\nsigma = 2.0\n'
SOFT = '\n[[pair.potential]]\nspecies = ["O", "O"]\ntype = "soft_cosine"\na = 1.0\nrange = 3.0\n'


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
