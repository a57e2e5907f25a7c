# SPDX-License-Identifier: BSD-3-Clause
"""Kinds of crystals, centro-symmetry and coordination: what tables and frames hold is what the positions of the frames
give, found anew from all pairs of all images; the same bits on any number of ranks, and behind a restart."""

import csv
import filecmp
import itertools
import os

import cases
import runs
from calls import call
from mdsim_tools.program import INPUT_ERROR

TABLES = ("cna", "centro_symmetry", "coordination")
KINDS = ("other", "fcc", "hcp", "bcc", "icosahedral")
SHELLS = (1 + 2**0.5) / 2
"""the middle between two shells of fcc, in units of the first"""


def measures(every=10, cutoff=None, neighbors=12, reach=1.5, more=""):
    """The sections of all measures, with frames that hold them."""
    return (
        f"\n[cna]\nevery = {every}\n"
        + (f"cutoff = {cutoff}\n" if cutoff else "")
        + f"\n[centro_symmetry]\nevery = {every}\nneighbors = {neighbors}\n"
        + f"\n[coordination]\nevery = {every}\ncutoff = {reach}\nhistogram = 18\n{more}\n"
        + f'\n[trajectory]\nevery = {every}\nfields = ["position", "cna", "centro_symmetry", "coordination"]\n'
    )


def write(program, name, *parts):
    return program.write(name + ".toml", cases.LJ + "".join(parts))


def table(folder, name):
    with open(os.path.join(folder, name + ".csv"), encoding="utf-8", newline="") as file:
        return [{key.split(" [")[0]: float(value) for key, value in row.items()} for row in csv.DictReader(file)]


class Frames:
    """What the frames of a run hold."""

    def __init__(self, folder):
        import h5py

        with h5py.File(os.path.join(folder, "trajectory.h5md"), "r") as file:
            system = file["particles/system"]
            self.steps = system["position/step"][:]
            self.edges = system["box/edges/value"][:]
            self.periodic = [side == "periodic" for side in system["box"].attrs["boundary"].astype(str)]
            self.species = system["species"][:]
            self.position = system["position/value"][:].astype(float)
            for name in TABLES:
                assert system[name]["step"] == system["position/step"], f"the steps of {name} are not those of position"
            self.measured = {name: system[name]["value"][:] for name in TABLES}

    def neighbors(self, frame, images):
        """Of each atom: ways to, distances of, and numbers of all atoms in so many images, nearest first."""
        import numpy

        x = self.position[frame]
        ranges = [range(-images, images + 1) if repeats else (0,) for repeats in self.periodic]
        shifts = numpy.array(list(itertools.product(*ranges))) @ self.edges[frame]
        others = (x[None, :, :] + shifts[:, None, :]).reshape(-1, 3)
        for atom in range(len(x)):
            ways = others - x[atom]
            distances = numpy.sqrt((ways**2).sum(axis=1))
            order = numpy.argsort(distances, kind="stable")[1:]  # the first one is the atom itself
            yield ways[order], distances[order], order % len(x)


def longest_chain(atoms, bonded):
    """Bonds of the largest group of atoms that bonds connect."""
    left, longest = set(atoms), 0
    while left:
        group = {left.pop()}
        grown = True
        while grown:
            more = {b for b in left if any(bonded[a][b] for a in group)}
            grown = bool(more)
            group |= more
            left -= more
        longest = max(longest, sum(bonded[a][b] for a, b in itertools.combinations(group, 2)))
    return longest


def signatures(ways, cutoff):
    """How many pairs with the middle have which three numbers, as {(4, 2, 1): 12}."""
    import numpy

    apart = numpy.sqrt(((ways[:, None, :] - ways[None, :, :]) ** 2).sum(axis=2))
    bonded = (apart < cutoff) & ~numpy.eye(len(ways), dtype=bool)
    found = {}
    for row in bonded:
        common = numpy.flatnonzero(row)
        bonds = sum(bonded[a][b] for a, b in itertools.combinations(common, 2))
        key = (len(common), int(bonds), int(longest_chain(common, bonded)))
        found[key] = found.get(key, 0) + 1
    return found


def kind(ways, cutoff):
    kinds = {
        "fcc": {(4, 2, 1): 12},
        "hcp": {(4, 2, 1): 6, (4, 2, 2): 6},
        "bcc": {(4, 4, 4): 6, (6, 6, 6): 8},
        "icosahedral": {(5, 5, 5): 12},
    }
    found = signatures(ways, cutoff)
    return next((name for name, wanted in kinds.items() if found == wanted), "other")


def adaptive_kind(ways, distances):
    if len(ways) < 12:
        return "other"
    found = kind(ways[:12], SHELLS * distances[:12].mean())
    if found != "other" or len(ways) < 14:
        return found
    constant = (sum(distances[:8]) * (4 / 3) ** 0.5 + sum(distances[8:14])) / 14
    return kind(ways[:14], SHELLS * constant)


def centro_symmetry(ways):
    return sum(sorted((((a + b) ** 2).sum()) for a, b in itertools.combinations(ways, 2))[: len(ways) // 2])


def expect_found_anew(folder, images, cutoff=None, neighbors=12, reach=1.5, counted=(0, 1)):
    """Looks at every atom of every frame, and at the rows of their steps."""
    frames = Frames(folder)
    rows = {name: {int(row["step"]): row for row in table(folder, name)} for name in TABLES}
    for k, step in enumerate(frames.steps):
        kinds, numbers = [], []
        for atom, (ways, distances, other) in enumerate(frames.neighbors(k, images)):
            near = ways[distances < cutoff] if cutoff else ways
            if cutoff:
                kinds.append(KINDS.index(kind(near, cutoff)))
            else:
                kinds.append(KINDS.index(adaptive_kind(ways, distances)))
            value = centro_symmetry(ways[:neighbors])
            stored = frames.measured["centro_symmetry"][k][atom]
            assert abs(stored - value) < 2e-4 * max(1, value), f"atom {atom} of step {step}: {stored}, not {value}"
            types = frames.species[other[distances < reach]]
            numbers.append([int((types == t).sum()) for t in counted])
        assert list(frames.measured["cna"][k]) == kinds, f"kinds of step {step}"
        totals = [sum(n) for n in numbers]
        assert list(frames.measured["coordination"][k]) == totals, f"coordination of step {step}"
        for index, name in enumerate(KINDS):
            assert rows["cna"][step][name] == kinds.count(index), f"{name} of step {step}"
        row = rows["coordination"][step]
        assert abs(row["mean"] - sum(totals) / len(totals)) < 1e-12
        for n in range(18):
            assert row[f"n_{n}"] == totals.count(n), f"n_{n} of step {step}"
        assert row["n_more"] == sum(n >= 18 for n in totals)
        values = frames.measured["centro_symmetry"][k].astype(float)
        row = rows["centro_symmetry"][step]
        assert abs(row["mean"] - values.mean()) < 1e-6 and abs(row["largest"] - values.max()) < 1e-6 * values.max()
    return frames, rows


CRYSTAL = (
    cases.run(),
    cases.lattice((5, 5, 5), 1.0, more="vacancies = 4\ndisplacement = 0.05"),
    cases.SPECIES,
    cases.pair(),
    cases.hot(0.6),
    cases.stage("nve", 20),
)


def test_a_hot_crystal_with_vacancies(program):
    folder = program.folder("crystal")
    call(program, write(program, "crystal", *CRYSTAL, measures()), "--output", folder, "--quiet")
    frames, _ = expect_found_anew(folder, 1)
    assert set(frames.measured["cna"].ravel()) >= {0, 1}, "no atoms of two kinds, which proves nothing"
    expect_exported(program, folder, frames)


def expect_exported(program, folder, frames):
    """Readers of text see the numbers of each atom too."""
    path = program.folder("crystal.extxyz")
    call(program, "export", folder, path)
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    atoms = len(frames.species)
    assert "pos:R:3:cna:I:1:centro_symmetry:R:1:coordination:I:1 " in lines[1], lines[1]
    for k in range(len(frames.steps)):
        for i, line in enumerate(lines[k * (atoms + 2) + 2 : (k + 1) * (atoms + 2)]):
            cna, centro, near = line.split()[4:]
            assert int(cna) == frames.measured["cna"][k][i] and int(near) == frames.measured["coordination"][k][i]
            assert abs(float(centro) - frames.measured["centro_symmetry"][k][i]) < 1e-8 * max(1, float(centro))


def test_a_fixed_cutoff_and_bcc(program):
    folder = program.folder("bcc")
    parts = (cases.run(), cases.lattice((5, 5, 5), 1.1, "bcc", "vacancies = 2\ndisplacement = 0.05"), *CRYSTAL[2:])
    options = {"cutoff": 1.45, "neighbors": 8}
    call(program, write(program, "bcc", *parts, measures(**options)), "--output", folder, "--quiet")
    frames, _ = expect_found_anew(folder, 1, **options)
    assert 3 in frames.measured["cna"][0], "no bcc, which proves nothing"


def test_boxes_narrower_than_the_neighbours(program):
    """A box of one cell, in which an atom is its own neighbour many times, and a tilted one."""
    small = cases.lattice((1, 1, 1), 1.0, more="displacement = 0.05")
    folder = program.folder("small")
    parts = (cases.run(), small, cases.SPECIES, cases.pair(1.2), cases.neighbor(0.1), cases.hot(0.2))
    options = {"reach": 2.4}
    call(
        program,
        write(program, "small", *parts, cases.stage("nve", 20), measures(**options)),
        "--output",
        folder,
        "--quiet",
    )
    expect_found_anew(folder, 3, **options)
    tilted = "\n[box]\nedges = [4.5, 5.0, 5.5]\ntilt = [2.1, -2.0, 2.4]\n"
    random = "\n[system.random]\ncounts = { A = 90 }\nmin_distance = 0.85\n"
    parts = (
        cases.run(9),
        random,
        tilted,
        cases.SPECIES,
        cases.pair(2.2),
        cases.hot(0.5),
        cases.stage("nve", 20, 0.001),
    )
    folder = program.folder("tilted")
    call(program, write(program, "tilted", *parts, measures()), "--output", folder, "--quiet")
    expect_found_anew(folder, 2)


def test_a_particle_in_an_open_box(program):
    ball = '\n[[region]]\nname = "ball"\ntype = "sphere"\nradius = 3.2\n'
    lattice = '\n[system.lattice]\ntype = "fcc"\ndensity = 1.0\ndisplacement = 0.02\ninside = ["ball"]\n'
    box = "\n[box]\nedges = [30, 30, 30]\nperiodic = [false, false, false]\n"
    parts = (cases.run(), lattice, box, ball, cases.SPECIES, cases.pair(), cases.hot(0.2), cases.stage("nve", 20))
    folder = program.folder("particle")
    call(program, write(program, "particle", *parts, measures()), "--output", folder, "--quiet")
    frames, _ = expect_found_anew(folder, 0)
    assert {0, 1} <= set(frames.measured["cna"][0]), "no atoms of two kinds, which proves nothing"


MIXTURE = (
    cases.LJ
    + cases.run()
    + cases.lattice((5, 5, 5), 1.0, more='species = ["A", "B", "A", "A"]\ndisplacement = 0.05')
    + cases.TWO_SPECIES
    + cases.pair()
    + cases.potential("A", "B")
    + cases.potential("B", "B")
    + cases.hot(0.6)
    + cases.stage("nve", 60)
)


def test_coordination_by_species(program):
    folder = program.folder("species")
    path = program.write("species.toml", MIXTURE + measures(30, more='counted = ["B"]'))
    call(program, path, "--output", folder, "--quiet")
    frames, rows = expect_found_anew(folder, 1, counted=(1,))
    for k, step in enumerate(frames.steps):
        row = rows["coordination"][step]
        assert not {"mean_A_A", "mean_B_A"} & set(row), "means of a species that is not counted"
        for index, name in enumerate("AB"):
            mean = frames.measured["coordination"][k][frames.species == index].mean()
            assert abs(row[f"mean_{name}_B"] - mean) < 1e-12, f"neighbours B of {name} at step {step}"


def test_the_same_bits_on_any_number_of_ranks(program):
    path = program.write("ranks.toml", MIXTURE + measures(20))
    one = program.folder("one")
    call(program, path, "--output", one, "--quiet")
    for ranks, threads, more in (
        (1, 2, {}),
        (3, 1, {"parallel.layout": "planes"}),
        (4, 1, {"debug.redraw_bricks": True, "debug.redraw_seed": 5}),
        (2, 2, {"cna.every": 5, "trajectory.every": 10}),
    ):
        folder = program.folder(f"ranks{ranks}.{threads}")
        arguments = [path, "--output", folder, "--quiet"] + runs.set_arguments(more)
        code, out, err = program.call(arguments, ranks, {"OMP_NUM_THREADS": str(threads)})
        assert code == 0, out + err
        dense = "cna.every" in more
        for name in TABLES:
            if not (dense and name == "cna"):
                assert filecmp.cmp(os.path.join(one, name + ".csv"), os.path.join(folder, name + ".csv"), False), (
                    f"{name}.csv differs on {ranks} ranks of {threads} threads"
                )
        expected, found = dict(runs.frames(one)), dict(runs.frames(folder))
        for step in expected:
            difference = runs.first_difference(expected[step], found[step])
            assert difference is None, f"frame of step {step} differs in {difference} on {ranks} ranks"
        a, b = Frames(one), Frames(folder)
        every = 2 if dense else 1
        for name in TABLES:
            assert (a.measured[name] == b.measured[name][::every]).all(), f"{name} differs on {ranks} ranks"


def test_a_run_that_stops_goes_on_with_its_tables(program):
    path = program.write("parts.toml", MIXTURE + measures(10))
    whole, parts = program.folder("whole"), program.folder("parts")
    call(program, path, "--output", whole, "--quiet")
    call(program, path, "--output", parts, "--quiet", "--set", "stage.0.steps=25")
    call(program, path, "--output", parts, "--quiet", "--resume", ranks=2)
    for name in TABLES:
        assert filecmp.cmp(os.path.join(whole, name + ".csv"), os.path.join(parts, name + ".csv"), False), (
            f"{name}.csv differs behind a restart"
        )
    out, _ = call(program, "compare", whole, parts)
    assert "rows of cna.h5: the same bits in 7" in out and "the runs have the same bits" in out
    out, _ = call(program, "check", parts)
    assert all(f"{name}.h5" in out for name in TABLES) and "nothing is damaged" in out
    more = ("--set", "stage.0.steps=80")
    _, err = call(program, path, "--output", parts, "--resume", *more, "--set", "cna.every=5", code=INPUT_ERROR)
    assert "cna.every" in err
    os.remove(os.path.join(parts, "cna.csv"))
    for words in (("--dry-run",), ()):
        _, err = call(program, path, "--output", parts, "--resume", *more, *words, code=INPUT_ERROR)
        assert "cna.csv" in err and "not there" in err


def test_what_is_measured_changes_no_bit_of_the_motion(program):
    path = program.write("motion.toml", MIXTURE + "\n[trajectory]\nevery = 20\n")
    bare, measured = program.folder("bare"), program.folder("measured")
    call(program, path, "--output", bare, "--quiet")
    path = program.write("motion2.toml", MIXTURE + measures(7))
    call(program, path, "--output", measured, "--quiet")
    assert runs.first_difference(runs.final_state(bare), runs.final_state(measured)) is None


def test_what_this_system_has_no_use_for_is_refused(program):
    crystal = "".join(CRYSTAL)
    path = program.write("wrong.toml", cases.LJ + crystal + measures(reach=9, more='counted = ["Aa"]'))
    _, err = call(program, path, "--dry-run", "--set", "cna.cutoff=7", code=INPUT_ERROR)
    assert "coordination.cutoff: found 9, which makes about 3029 neighbours" in err, err
    assert "cna.cutoff: found 7" in err and "coordination.counted" in err and '"Aa"' in err, err
    few = crystal.replace("cells = [5, 5, 5]", "cells = [1, 1, 2]").replace("vacancies = 4", "")
    box = "\n[box]\nperiodic = [false, false, false]\n"
    path = program.write("few.toml", cases.LJ + few + box + measures())
    _, err = call(program, path, "--dry-run", code=INPUT_ERROR)
    assert "centro_symmetry.neighbors: found 12 neighbours of an atom" in err and "only 8 atoms" in err, err


def test_a_dry_run_counts_tables_and_frames(program):
    path = write(program, "forecast", *CRYSTAL, measures())
    out, _ = call(program, path, "--dry-run")
    assert "for tables of structure" in out and "on each rank for measures of structure" in out, out
