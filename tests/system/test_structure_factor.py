# SPDX-License-Identifier: BSD-3-Clause
"""The static structure factor, against sums over the frames of the same run by NumPy, and where it is known."""

import itertools
import os

import h5py
import numpy
import pytest

import cases
from calls import call
from mdsim_tools.program import INPUT_ERROR
from test_correlations import content, input_text, table_in

EVERY, STEPS, LARGEST, BINS = 4, 160, 6.0, 12
SLACK = 1e-9
"""of the upper ends of bins, far above rounding"""
FRAMES = f"""
[thermo]
every = 0
[trajectory]
every = {EVERY}
fields = ["position"]
"""
TABLE = "structure_factor.csv"


def section(largest=LARGEST, bins=BINS, every=EVERY, more=""):
    keys = f"every = {every}\nlargest_wave_number = {largest}\nbins = {bins}\n{more}\n"
    return f"\n[structure_factor]\n{keys}"


def mixture(*stages, more=None, precision="double"):
    return input_text(*stages, more=section() if more is None else more, output=FRAMES, precision=precision)


def waves_of(edges, largest):
    """One of n and -n for all wave vectors 2 pi h^-1 n of a box up to a wave number, and their |q|."""
    most = [int(largest * numpy.linalg.norm(edge) / (2 * numpy.pi)) + 1 for edge in edges]
    waves = numpy.array([n for n in itertools.product(*(range(-m, m + 1) for m in most)) if n > (0, 0, 0)])
    numbers = numbers_of(waves, edges)
    return waves[numbers <= largest * (1 + SLACK)], numbers[numbers <= largest * (1 + SLACK)]


def numbers_of(waves, edges):
    return numpy.linalg.norm(2 * numpy.pi * waves @ numpy.linalg.inv(edges).T, axis=1)


def frames_behind(folder, first):
    """Positions, boxes and species of the frames behind a step."""
    with h5py.File(os.path.join(folder, "trajectory.h5md"), "r") as file:
        atoms = file["particles/all"]
        chosen = atoms["position/step"][()] > first
        positions = atoms["position/value"][()][chosen].astype(float)
        box = atoms["box/edges"]
        edges = box["value"][()][chosen] if isinstance(box, h5py.Group) else numpy.array([box[()]] * len(positions))
        kinds = atoms["species"][()].reshape(-1)
    matrices = [numpy.diag(edge) if edge.ndim == 1 else edge for edge in edges]
    return positions, matrices, kinds


def expected(folder, first, largest=LARGEST, bins=BINS):
    """Of each bin with a vector: q, how many vectors, S, S_AA, S_AB, S_BB; means over the frames behind a step."""
    positions, boxes, kinds = frames_behind(folder, first)
    waves, numbers = waves_of(boxes[0], largest)
    bin_of = (numbers / largest * (1 - SLACK) * bins).astype(int)
    values = []
    for places, box in zip(positions, boxes):
        turns = places @ numpy.linalg.inv(box) @ waves.T
        parts = [numpy.exp(2j * numpy.pi * turns[kinds == kind]).sum(axis=0) for kind in (0, 1)]
        atoms = [numpy.sum(kinds == kind) for kind in (0, 1)]
        total = numpy.abs(sum(parts)) ** 2 / len(kinds)
        pairs = [
            (parts[a] * parts[b].conj()).real / numpy.sqrt(atoms[a] * atoms[b]) for a, b in ((0, 0), (0, 1), (1, 1))
        ]
        values.append([numbers_of(waves, box), total, *pairs])
    mean = numpy.mean(values, axis=0)
    found = [[*mean[:, bin_of == number].mean(axis=1), (bin_of == number).sum()] for number in sorted(set(bin_of))]
    q, total, aa, ab, bb, vectors = numpy.array(found).T
    return {"q": q, "vectors": vectors, "S": total, "S_A_A": aa, "S_A_B": ab, "S_B_B": bb}


def expect_same(table, reference):
    for column, numbers in reference.items():
        exact = column in ("q", "vectors")
        # Frames hold positions as float32, some 1e-7 of the box.
        assert table[column] == pytest.approx(numbers, rel=1e-9 if exact else 1e-3, abs=1e-4), column


@pytest.mark.parametrize("precision", ["mixed", "double"])
def test_it_is_that_of_the_frames(program, precision):
    path = program.write("a.toml", mixture(cases.stage("nve", 40), cases.stage("nve", STEPS), precision=precision))
    call(program, path, "--output", program.folder("a"))
    table = table_in(program.folder("a"), TABLE)
    expect_same(table, expected(program.folder("a"), 40))
    for column in ("S", "S_A_A", "S_A_B", "S_B_B"):
        assert (table[f"{column}_error"] > 0).all()
    shares = {"A_A": 0.75, "A_B": 2 * numpy.sqrt(0.75 * 0.25), "B_B": 0.25}
    assert sum(share * table[f"S_{pair}"] for pair, share in shares.items()) == pytest.approx(table["S"])
    with h5py.File(os.path.join(program.folder("a"), "structure_factor.h5"), "r") as file:
        for column, numbers in table.items():
            assert numpy.array_equal(file[f"structure_factor/{column}"][()], numbers)
        assert file["structure_factor/samples"][0] == STEPS // EVERY


def test_a_box_that_changes_carries_its_waves(program):
    pulled = cases.stage("nve", STEPS) + cases.deform("zz", rate=0.1)
    path = program.write("a.toml", mixture(pulled))
    call(program, path, "--output", program.folder("a"))
    expect_same(table_in(program.folder("a"), TABLE), expected(program.folder("a"), 0))


def test_the_waves_are_those_of_the_box_when_it_is_first_sampled(program):
    pulled = cases.stage("nve", 200) + cases.deform("zz", rate=0.5)
    path = program.write("a.toml", mixture(pulled, cases.stage("nve", 40)))
    call(program, path, "--output", program.folder("a"))
    expect_same(table_in(program.folder("a"), TABLE), expected(program.folder("a"), 200))


@pytest.mark.parametrize("precision", ["mixed", "double"])
def test_it_is_the_same_in_parts_and_on_any_number_of_ranks(program, precision):
    path = program.write("a.toml", mixture(cases.stage("nve", 40), cases.stage("nve", STEPS), precision=precision))
    call(program, path, "--output", program.folder("whole"))
    for ranks, steps in ((3, 0), (2, 37), (4, 100), (2, STEPS)):
        resume = () if steps == 0 else ("--resume",)
        keys = ("--set", f"stage.1.steps={steps}", *resume)
        call(program, path, "--output", program.folder("parts"), *keys, ranks=ranks)
    for ranks in (2, 4):
        call(program, path, "--output", program.folder(f"{ranks}"), ranks=ranks)
        assert content(program, "whole", TABLE) == content(program, f"{ranks}", TABLE)
    assert content(program, "whole", TABLE) == content(program, "parts", TABLE)
    call(program, "check", program.folder("parts"))


def test_a_crystal_scatters_at_its_bragg_vectors_alone(program):
    """Of four cells along each edge: (1 1 1) is n = (4 4 4), and nothing else is so long."""
    cells, density = 4, 1.1
    unit = 2 * numpy.pi / (cells * (4 / density) ** (1 / 3))
    system = cases.lattice((cells, cells, cells), density) + cases.SPECIES + cases.pair() + cases.neighbor()
    sampled = section(largest=8.2 * unit, bins=164, every=2)
    text = cases.LJ + cases.run(1, "double") + system + cases.stage("nve", 4) + FRAMES + sampled
    path = program.write("a.toml", text)
    call(program, path, "--output", program.folder("a"))
    table = table_in(program.folder("a"), TABLE)
    atoms = 4 * cells**3
    bragg = numpy.isclose(table["q"], numpy.sqrt(48) * unit) | numpy.isclose(table["q"], 8 * unit)
    assert bragg.sum() == 2
    # (0 0 8) is one of the vectors of |n| = 8, all of which are (0 0 8) by symmetry.
    assert table["S"][bragg] == pytest.approx(atoms, rel=1e-6)
    assert table["vectors"][bragg].tolist() == [4, 3]
    assert table["S"][~bragg] == pytest.approx(0, abs=1e-6)


def test_an_ideal_gas_has_one_everywhere(program):
    """Atoms so small that they hardly ever meet, at random places."""
    system = "\n[system.random]\ncounts = { A = 400 }\ndensity = 0.4\nmin_distance = 0.05\n"
    forces = "\n[pair]\ncutoff = 0.2\n" + cases.potential("A", "A", 1e-6, 0.05)
    text = cases.LJ + cases.run(3, "mixed") + system + cases.SPECIES + forces
    text += cases.neighbor() + cases.hot(1.0) + cases.stage("nve", 2000) + FRAMES.replace(f"{EVERY}", "0")
    path = program.write("a.toml", text + section(largest=4.0, bins=8, every=40))
    call(program, path, "--output", program.folder("a"))
    table = table_in(program.folder("a"), TABLE)
    assert (abs(table["S"] - 1) < 5 * table["S_error"] + 0.01).all()
    whole = (table["S"] * table["vectors"]).sum() / table["vectors"].sum()
    assert whole == pytest.approx(1, abs=0.02)


def test_bins_may_keep_some_vectors_only(program):
    path = program.write("a.toml", mixture(cases.stage("nve", 40), more=section(more="vectors_per_bin = 5")))
    call(program, path, "--output", program.folder("some"))
    call(program, path, "--output", program.folder("all"), "--set", "structure_factor.vectors_per_bin=0")
    some, whole = (table_in(program.folder(name), TABLE) for name in ("some", "all"))
    assert some["vectors"].tolist() == numpy.minimum(whole["vectors"], 5).tolist()
    assert some["q"] == pytest.approx(whole["q"], abs=LARGEST / BINS)


def test_units_have_names(program):
    argon = (cases.ROOT / "inputs/argon_real.toml").read_text(encoding="utf-8")
    path = program.write("argon.toml", argon + section(largest=2.0, bins=20, every=20))
    call(program, path, "--output", program.folder("a"), "--set", "stage.1.steps=100")
    with h5py.File(os.path.join(program.folder("a"), "structure_factor.h5"), "r") as file:
        assert file["structure_factor/q"].attrs["unit"] == "Angstrom-1"
        q = file["structure_factor/q"][()]
    assert 1.9 < q[-1] <= 2.0


@pytest.mark.parametrize(
    "more, words",
    [
        (section(more='stage = "none"'), ('there is no stage "none"', "stage 0")),
        (section(every=0), ("structure_factor.every",)),
        (section(bins=0), ("structure_factor.bins", "10000")),
        (section(largest=0), ("structure_factor.largest_wave_number", "above 0")),
        (section(more="vectors_per_bin = -1"), ("structure_factor.vectors_per_bin",)),
        ("\n[structure_factor]\nlargest_wave_number = 3\n", ("the key 'every' is missing in [structure_factor]",)),
        ("\n[structure_factor]\nevery = 3\n", ("the key 'largest_wave_number' is missing",)),
        (section(largest=0.5), ("the smallest wave number of the box", "is 0.935", "choose a larger one")),
        (section(largest=100), ("wave vectors of the box; at most 100000", "structure_factor.vectors_per_bin = ")),
        (section(largest=5000), ("wave vectors; at most 200000000 are looked at", "or less")),
    ],
)
def test_bad_sections_are_refused(program, more, words):
    path = program.write("a.toml", mixture(cases.stage("nve", 40), more=more))
    _, err = call(program, path, "--dry-run", code=INPUT_ERROR)
    for word in words:
        assert word in err


def test_an_open_box_is_refused(program):
    text = mixture(cases.stage("nve", 40)) + "\n[box]\nperiodic = [true, true, false]\n"
    _, err = call(program, program.write("a.toml", text), "--dry-run", code=INPUT_ERROR)
    assert "structure_factor: S(q) is found at the wave vectors of a box that is periodic in all directions" in err


def test_a_stage_that_is_too_short_or_minimizes_is_reported(program):
    path = program.write("a.toml", mixture(cases.stage("nve", 3)))
    out, err = call(program, path, "--dry-run")
    assert 'structure_factor.every: found 4, more than the 3 steps of stage "stage 0": no sample' in out + err
    path = program.write("b.toml", mixture(cases.minimize(40)))
    _, err = call(program, path, "--dry-run", code=INPUT_ERROR)
    assert "the stage minimizes, which is no dynamics" in err
