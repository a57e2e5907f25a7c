# SPDX-License-Identifier: BSD-3-Clause
"""The numbers that a file gives its atoms are found again in all output, in messages and after a resume."""

import os
import random
import re

import cases
import pytest
import runs
from calls import call
from restarts import INPUT_FAULT, PHYSICS_FAULT

h5py = pytest.importorskip("h5py")
numpy = pytest.importorskip("numpy")

EDGE = 6
SPACING = 1.2
IDS = "particles/system/id"


def cube(numbers):
    """Atoms on a cubic lattice: the number of each, its place and its velocity, in an order of lines that is none."""
    generator = random.Random(4)
    places = [(SPACING * (i + 0.5), SPACING * (j + 0.5), SPACING * (k + 0.5))
              for i in range(EDGE) for j in range(EDGE) for k in range(EDGE)]
    atoms = [(number, place, [generator.gauss(0, 1) for _ in range(3)]) for number, place in zip(numbers, places)]
    generator.shuffle(atoms)
    return atoms


def lammps(atoms):
    size = EDGE * SPACING
    lines = ["lattice", "", f"{len(atoms)} atoms", "1 atom types", f"0 {size} xlo xhi", f"0 {size} ylo yhi", f"0 {size} zlo zhi",
             "", "Masses", "", "1 1.0", "", "Atoms # atomic", ""]
    lines += [f"{number} 1 {x:.9f} {y:.9f} {z:.9f}" for number, (x, y, z), _ in atoms]
    lines += ["", "Velocities", ""] + [f"{number} {u:.9f} {v:.9f} {w:.9f}" for number, _, (u, v, w) in reversed(atoms)]
    return "\n".join(lines) + "\n"


SPARSE = [(i * 7919) % 1000 * 9_000_000_000 // 1000 + 3 for i in range(EDGE ** 3)]
DENSE = [1 + sorted(SPARSE).index(number) for number in SPARSE]
OUTPUT = "\n[thermo]\nevery = 5\n[trajectory]\nevery = 10\n[checkpoint]\nevery = 20\n"


def text_of(system, *more, stage=None):
    return cases.LJ + "".join((cases.run(3), system, cases.SPECIES, cases.pair(), cases.neighbor(), stage or cases.langevin(40), *more))


def case(program, name, atoms, stage=None, output=OUTPUT):
    program.write(name + ".data", lammps(atoms))
    return program.write(name + ".toml", text_of(f'\n[system.file]\npath = "{name}.data"\ntypes = ["A"]\n', output, stage=stage))


def ids(folder):
    with h5py.File(os.path.join(folder, "trajectory.h5md")) as file:
        return list(file[IDS][:])


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def run(program, path, name, *more, ranks=1):
    folder = program.folder(name)
    call(program, path, "--output", folder, "--quiet", *more, ranks=ranks)
    return folder


def test_sparse_numbers_reach_all_output_and_change_nothing(program):
    atoms = cube(SPARSE)
    dense = run(program, case(program, "dense", cube(DENSE)), "dense")
    path = case(program, "sparse", atoms)
    folders = [run(program, path, f"out{ranks}", ranks=ranks) for ranks in (1, 2, 3)]
    for folder in folders:
        assert ids(folder) == sorted(SPARSE)
        assert text(os.path.join(folder, "thermo.csv")) == text(os.path.join(dense, "thermo.csv"))
        assert runs.first_difference(runs.frames(dense)[-1][1], runs.frames(folder)[-1][1]) is None
    assert ids(dense) == list(range(1, len(DENSE) + 1))
    with h5py.File(os.path.join(folders[2], "trajectory.h5md")) as file:
        first = file["particles/system/position/value"][0]
    places = {number: place for number, place, _ in atoms}
    for row, number in enumerate(sorted(SPARSE)):
        assert numpy.allclose(first[row], places[number], atol=1e-5)


def test_exported_frames_keep_the_numbers(program):
    folder = run(program, case(program, "sparse", cube(SPARSE)), "out")
    dump, xyz = program.folder("frames.dump"), program.folder("frames.extxyz")
    for target in (dump, xyz):
        call(program, "export", folder, target)
    rows = text(dump).split("ITEM: ATOMS ")[-1].splitlines()[1:]
    assert [int(row.split()[0]) for row in rows] == sorted(SPARSE)
    again = program.write("again.toml", text_of(cases.file_system("frames.extxyz"), OUTPUT))
    assert ids(run(program, again, "again", ranks=2)) == sorted(SPARSE)
    restarted = program.write("restarted.toml", text_of(cases.file_system("out/trajectory.h5md"), OUTPUT))
    assert ids(run(program, restarted, "restarted", ranks=2)) == sorted(SPARSE)


def test_others_read_the_numbers(program):
    """ASE holds whole numbers of a column in 32 bits."""
    numbers = [number // 9 + 1 for number in SPARSE]
    folder = run(program, case(program, "sparse", cube(numbers)), "out")
    xyz, dump = program.folder("frames.extxyz"), program.folder("frames.dump")
    call(program, "export", folder, xyz, "--names", "A=Ar")
    call(program, "export", folder, dump, "--plain")
    read = pytest.importorskip("ase.io").read(xyz, index=-1)
    assert list(read.arrays["id"]) == sorted(numbers)
    universe = pytest.importorskip("MDAnalysis").Universe(dump, format="LAMMPSDUMP", topology_format="LAMMPSDUMP")
    assert list(universe.atoms.ids) == sorted(numbers)


@pytest.mark.parametrize("ranks", [(1, 3), (3, 2)])
def test_a_resume_keeps_the_numbers(program, ranks):
    path = case(program, "sparse", cube(SPARSE))
    whole = run(program, path, "whole")
    folder = run(program, path, "out", "--set", "stage.0.steps=20", ranks=ranks[0])
    run(program, path, "out", "--resume", ranks=ranks[1])
    assert ids(folder) == ids(whole) == sorted(SPARSE)
    for each in (folder, whole):
        with h5py.File(os.path.join(each, runs.CHECKPOINT)) as file:
            assert list(file["atoms/label"][:]) == sorted(SPARSE)


def test_a_trajectory_that_begins_later_has_the_numbers(program):
    path = case(program, "sparse", cube(SPARSE), output="")
    folder = run(program, path, "out", "--set", "stage.0.steps=20", ranks=3)
    run(program, path, "out", "--resume", "--set", "trajectory.every=10", ranks=2)
    assert ids(folder) == sorted(SPARSE)


def test_built_systems_count_from_1(program):
    lattice = program.write("lattice.toml", text_of(cases.lattice((4, 4, 4)), OUTPUT))
    folder = run(program, lattice, "lattice", ranks=2)
    assert ids(folder) == list(range(1, 257))
    with h5py.File(os.path.join(folder, runs.CHECKPOINT)) as file:
        assert "label" not in file["atoms"] and list(file["values/first_label"][:]) == [1]


def lines_of(said, words):
    return [line for line in said.splitlines() if re.search(words, line)]


def test_messages_name_the_number_of_the_file(program):
    """The first place gets an atom that is too near the second, fast, or outside: its number is the largest of all."""
    atoms = sorted(cube(SPARSE))
    last, other = atoms[-1][0], atoms[0][0]
    near = [(last, tuple(x + 0.3 for x in atoms[0][1]), (0, 0, 0))]
    fast = [(last, atoms[-1][1], (3000.0, 0, 0))]
    outside = [(last, (atoms[-1][1][0] + 5 * EDGE * SPACING, *atoms[-1][1][1:]), (0, 0, 0))]
    for name, changed, words, code in (
            ("near", near, rf"atoms {other} and {last} \(A-A\) are", 0),
            ("fast", fast, rf"^mdsim: atom {last} \(species .* moved farther", PHYSICS_FAULT),
            ("outside", outside, rf"1 atom lies outside .* atom {last} at", 0)):
        path = case(program, name, atoms[:-1] + changed, stage=cases.stage("nve", 20, 0.005 if name == "fast" else 0.002))
        found = []
        for ranks in (1, 2, 3):
            more = ("--dry-run",) if name == "near" else ()
            out, err = call(program, path, "--output", program.folder(f"{name}{ranks}"), *more, ranks=ranks, code=code)
            found.append(lines_of(out + err, words))
        assert found[0] and found[1] == found[0] and found[2] == found[0], (name, found)


def test_a_number_that_comes_twice_is_refused_with_its_line(program):
    atoms = cube(SPARSE)
    path = case(program, "twice", atoms[:-1] + [(atoms[0][0], *atoms[-1][1:])])
    _, err = call(program, path, "--output", program.folder("out"), code=INPUT_FAULT)
    assert f"twice.data:{14 + len(atoms)}: Atoms: atom {atoms[0][0]} comes a second time" in err


def test_numbers_with_gaps_are_in_the_forecast_of_memory(program):
    """Listed numbers take 8 bytes an atom, others nothing."""
    needed = []
    for name, numbers in (("dense", DENSE), ("sparse", SPARSE)):
        out, err = call(program, case(program, name, cube(numbers)), "--output", program.folder("out"), "--dry-run")
        needed.append(int(re.search(r"about (\d+) bytes per atom", out + err).group(1)))
    assert needed[1] - needed[0] == 8
