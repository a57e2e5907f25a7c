# SPDX-License-Identifier: BSD-3-Clause
"""The numbers that a file gives its atoms are found again in all output, in messages and after a resume."""

import os
import random
import re

import pytest

import cases
import needed
import runs
import sealed
from calls import call
from mdsim_tools.program import INPUT_ERROR, PHYSICS_ERROR
from readers import reader

h5py = needed.module("h5py")
numpy = needed.module("numpy")

EDGE = 6
SPACING = 1.2
IDS = "particles/system/id"


def cube(numbers):
    """Atoms on a cubic lattice: the number of each, its place and its velocity, in an order of lines that is none."""
    generator = random.Random(4)
    places = [
        (SPACING * (i + 0.5), SPACING * (j + 0.5), SPACING * (k + 0.5))
        for i in range(EDGE)
        for j in range(EDGE)
        for k in range(EDGE)
    ]
    atoms = [(number, place, [generator.gauss(0, 1) for _ in range(3)]) for number, place in zip(numbers, places)]
    generator.shuffle(atoms)
    return atoms


def lammps(atoms):
    lines = [f"{number} 1 {x:.9f} {y:.9f} {z:.9f}" for number, (x, y, z), _ in atoms]
    velocities = [f"{number} {u:.9f} {v:.9f} {w:.9f}" for number, _, (u, v, w) in reversed(atoms)]
    return cases.lammps_data(EDGE * SPACING, lines) + "\n".join(["", "Velocities", "", *velocities]) + "\n"


SPARSE = [(i * 7919) % 1000 * 9_000_000_000 // 1000 + 3 for i in range(EDGE**3)]
DENSE = [1 + sorted(SPARSE).index(number) for number in SPARSE]
OUTPUT = "\n[thermo]\nevery = 5\n[trajectory]\nevery = 10\n[checkpoint]\nevery = 20\n"


def text_of(system, *more, stage=None):
    return cases.LJ + "".join(
        (cases.run(3), system, cases.SPECIES, cases.pair(), cases.neighbor(), stage or cases.langevin(40), *more)
    )


def case(program, name, atoms, stage=None, output=OUTPUT):
    program.write(name + ".data", lammps(atoms))
    return program.write(
        name + ".toml", text_of(f'\n[system.file]\npath = "{name}.data"\ntypes = ["A"]\n', output, stage=stage)
    )


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
    read = reader("ase.io").read(xyz, index=-1)
    assert list(read.arrays["id"]) == sorted(numbers)
    universe = reader("MDAnalysis").Universe(dump, format="LAMMPSDUMP", topology_format="LAMMPSDUMP")
    assert list(universe.atoms.ids) == sorted(numbers)


def test_readers_of_32_bits_get_numbers_that_they_hold(program):
    """ASE and MDAnalysis refuse files with larger ones: an export says so, and --plain counts from 1."""
    folder = run(program, case(program, "sparse", cube(SPARSE)), "out")
    for ending, read in (
        (".extxyz", lambda path: reader("ase.io").read(path, index=-1).arrays.get("id")),
        (
            ".dump",
            lambda path: (
                reader("MDAnalysis").Universe(path, format="LAMMPSDUMP", topology_format="LAMMPSDUMP").atoms.ids
            ),
        ),
    ):
        path = program.folder("frames" + ending)
        _, err = call(program, "export", folder, path, "--names", "A=Ar")
        assert "more than 31 bits" in err and "--plain" in err, err
        out, err = call(program, "export", folder, path, "--names", "A=Ar", "--plain", "--overwrite")
        assert "numbered from 1" in out and not err, (out, err)
        found = read(path)
        assert found is None or list(found) == list(range(1, len(SPARSE) + 1))


def test_a_dump_of_the_largest_numbers(program):
    """A dump begins at 1 where numbers begin at 0; no number becomes negative by that."""
    numbers = [0] + [2**62 - k for k in range(EDGE**3 - 1)]
    lines = [str(len(numbers)), 'Lattice="9 0 0 0 9 0 0 0 9" Properties=id:I:1:species:S:1:pos:R:3']
    lines += [f"{number} A {k % 6 * 1.4} {k // 6 % 6 * 1.4} {k // 36 * 1.4}" for k, number in enumerate(numbers)]
    program.write("largest.xyz", "\n".join(lines) + "\n")
    folder = run(program, program.write("largest.toml", text_of(cases.file_system("largest.xyz"), OUTPUT)), "out")
    call(program, "export", folder, program.folder("frames.dump"))
    rows = text(program.folder("frames.dump")).split("ITEM: ATOMS ")[-1].splitlines()[1:]
    assert [int(row.split()[0]) for row in rows] == sorted(number + 1 for number in numbers)


def resumed_with(program, path, words):
    _, err = call(program, path, "--output", program.folder("out"), "--quiet", "--resume", code=INPUT_ERROR)
    assert words in err, err


def two_species(program, name, numbers, swap=()):
    """An input that starts from extended XYZ with ids and two species, whose lines may change places."""
    atoms = [(number, "AB"[k % 2], place) for k, (number, place, _) in enumerate(cube(numbers))]
    for a, b in swap:
        atoms[a], atoms[b] = atoms[b], atoms[a]
    size = EDGE * SPACING
    lines = [str(len(atoms)), f'Lattice="{size} 0 0 0 {size} 0 0 0 {size}" Properties=id:I:1:species:S:1:pos:R:3']
    lines += [f"{number} {kind} {x:.9f} {y:.9f} {z:.9f}" for number, kind, (x, y, z) in atoms]
    program.write("start.xyz", "\n".join(lines) + "\n")
    species = '\n[[species]]\nname = "A"\nmass = 1.0\n\n[[species]]\nname = "B"\nmass = 2.0\n'
    pairs = cases.pair() + cases.potential("A", "B") + cases.potential("B", "B")
    return program.write(
        name + ".toml",
        cases.LJ
        + "".join(
            (cases.run(3), cases.file_system("start.xyz"), species, pairs, cases.neighbor(), cases.langevin(40), OUTPUT)
        ),
    )


@pytest.mark.parametrize("ranks", [1, 3])
def test_a_resume_with_another_order_of_atoms_is_refused(program, ranks):
    """Species, masses and charges of a new trajectory are those of the file that is read again."""
    path = two_species(program, "order", DENSE)
    folder = run(program, path, "out", "--set", "stage.0.steps=20", "--set", "trajectory.every=0")
    two_species(program, "order", DENSE, swap=[(0, 1), (7, 8)])
    run(program, path, "out", "--resume", "--set", "stage.0.steps=30", ranks=ranks)  # ids tell them
    with open(program.folder("start.xyz"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    species = {line.split()[0]: line.split()[1] for line in lines[2:]}
    other = next(number for number in species if species[number] != species["1"])
    swapped = [
        line
        if line.split()[0] not in ("1", other)
        else " ".join([{"1": other, other: "1"}[line.split()[0]]] + line.split()[1:])
        for line in lines
    ]
    program.write("start.xyz", "\n".join(swapped) + "\n")
    _, err = call(program, path, "--output", folder, "--quiet", "--resume", ranks=ranks, code=INPUT_ERROR)
    assert (
        "2 of 216 atoms have another species in the input than in the checkpoint, the first of them atom 1:" in err
    ), err
    others = [f"{int(line.split()[0]) + 5} " + line.split(" ", 1)[1] for line in lines[2:]]
    program.write("start.xyz", "\n".join(lines[:2] + others))
    resumed_with(
        program, path, "216 of 216 atoms have other numbers in the input than in the checkpoint, the first of them 6"
    )


def test_a_checkpoint_of_a_version_that_passed_over_ids(program):
    """It counted the lines of extended XYZ: the way on is another name of that column."""
    path = two_species(program, "old", DENSE)
    with open(program.folder("start.xyz"), encoding="utf-8") as file:
        lines = file.read()
    program.write("start.xyz", lines.replace("id:I:1", "nr:I:1"))
    folder = run(program, path, "out", "--set", "stage.0.steps=20", "--set", "trajectory.every=0")
    checkpoint = os.path.join(folder, runs.CHECKPOINT)
    sealed.change_checkpoint(checkpoint, lambda file: file["values"].pop("first_label"))
    program.write("start.xyz", lines)
    resumed_with(program, path, "give that column another name in Properties")
    program.write("start.xyz", lines.replace("id:I:1", "nr:I:1"))
    run(program, path, "out", "--resume")
    assert ids(folder) == list(range(len(DENSE)))


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
        ("fast", fast, rf"^mdsim: atom {last} \(species .* moved farther", PHYSICS_ERROR),
        ("outside", outside, rf"1 atom lies outside .* atom {last} at", 0),
    ):
        path = case(
            program, name, atoms[:-1] + changed, stage=cases.stage("nve", 20, 0.005 if name == "fast" else 0.002)
        )
        found = []
        for ranks in (1, 2, 3):
            more = ("--dry-run",) if name == "near" else ()
            out, err = call(program, path, "--output", program.folder(f"{name}{ranks}"), *more, ranks=ranks, code=code)
            found.append(lines_of(out + err, words))
        assert found[0] and found[1] == found[0] and found[2] == found[0], (name, found)


def test_a_number_that_comes_twice_is_refused_with_its_line(program):
    atoms = cube(SPARSE)
    path = case(program, "twice", atoms[:-1] + [(atoms[0][0], *atoms[-1][1:])])
    _, err = call(program, path, "--output", program.folder("out"), code=INPUT_ERROR)
    assert f"twice.data:{14 + len(atoms)}: Atoms: atom {atoms[0][0]} comes a second time" in err


def test_numbers_with_gaps_are_in_the_forecast_of_memory(program):
    """Listed numbers take 8 bytes an atom, others nothing."""
    needed = []
    for name, numbers in (("dense", DENSE), ("sparse", SPARSE)):
        out, err = call(program, case(program, name, cube(numbers)), "--output", program.folder("out"), "--dry-run")
        needed.append(int(re.search(r"about (\d+) bytes per atom", out + err).group(1)))
    assert needed[1] - needed[0] == 8
