# SPDX-License-Identifier: BSD-3-Clause
"""`mdsim compare` says whether two runs have the same bits, and where they part."""

import os

import h5py
import pytest

import cases
from calls import call, liquid

SAME, DIFFER, NOTHING = 0, 1, 2


@pytest.fixture
def make(program):
    def run(name, *settings):
        path = program.write("run.toml", liquid(cases.stage("nve", 200)))
        more = [word for setting in settings for word in ("--set", setting)]
        call(program, path, "--output", program.folder(name), "--quiet", *more)
        return program.folder(name)

    return run


def compare(program, first, second):
    code, out, err = program.call(["compare", first, second])
    return code, out + err


def test_equal_runs_have_the_same_bits(program, make):
    code, text = compare(
        program, make("a"), make("b", "trajectory.every=50", 'trajectory.fields=["position"]', "thermo.every=25")
    )
    assert code == SAME, text
    assert "checkpoints: the same bits" in text and "frames: the same bits in 3" in text
    assert "thermo.csv: the same bits in 5" in text
    assert "/particles/system/velocity/value, which only one of them has" in text
    assert "the same bits in all that both of them wrote" in text


def test_another_seed_parts_at_the_first_step(program, make):
    code, text = compare(program, make("a"), make("b", "run.seed=8"))
    assert code == DIFFER, text
    assert "frames: they differ from step 0 on" in text and "rows of thermo.csv: they differ from step 0 on" in text
    assert "checkpoints: they differ from step 200 on" in text


def test_one_atom_in_one_frame_is_named(program, make):
    first, second = make("a"), make("b")
    with h5py.File(os.path.join(second, "trajectory.h5md"), "r+") as file:
        file["particles/system/velocity/value"][1, 17, 2] += 0.5
    code, text = compare(program, first, second)
    assert code == DIFFER, text
    assert "frames: they differ from step 100 on" in text and "velocity/value of atom 18" in text
    assert "largest difference there 0.5" in text
    assert "checkpoints: the same bits" in text


def test_what_shares_nothing_is_refused(program, make):
    first = make("a")
    empty = program.folder("empty")
    os.makedirs(empty)
    assert compare(program, first, empty)[0] == NOTHING
    assert compare(program, first, program.folder("nowhere"))[0] == NOTHING


def test_other_atoms_are_a_difference(program, make):
    """Also where positions of one are as many as of the other, or nothing but their number is known."""
    quiet = ("thermo.every=0", "trajectory.every=0", "stage.0.steps=0")
    first, second = make("a", *quiet), make("b", "system.lattice.cells=[4,4,5]", *quiet)
    code, text = compare(program, first, second)
    assert code == DIFFER and "/atoms/" in text and "numbers of" in text, text


@pytest.mark.parametrize("name", ["checkpoint.h5", "trajectory.h5md", "thermo.h5", "thermo.csv"])
def test_what_cannot_be_read_is_no_equality(program, make, name):
    first, second = make("a"), make("b")
    path = os.path.join(second, name)
    if name == "thermo.csv":
        os.remove(path)
        os.mkdir(path)
    else:
        os.truncate(path, 100)
    code, text = compare(program, first, second)
    assert code == NOTHING and "CANNOT BE COMPARED" in text and "it is not known" in text, text


def test_a_file_that_one_lacks_is_named(program, make):
    first, second = make("a"), make("b")
    os.remove(os.path.join(second, "trajectory.h5md"))
    code, text = compare(program, first, second)
    assert code == SAME and "there is no " + os.path.join(second, "trajectory.h5md") in text, text
    assert "the same bits in all that both of them wrote" in text, text


def test_edited_distances_are_found(program, make):
    settings = ("rdf.every=50", "rdf.range=2.0")
    first, second = make("a", *settings), make("b", *settings)
    assert compare(program, first, second)[0] == SAME
    path = os.path.join(second, "rdf.csv")
    with open(path, encoding="utf-8") as file:
        lines = file.readlines()
    lines[20] = lines[20].replace(",", ",1", 1)
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(lines)
    code, text = compare(program, first, second)
    assert code == DIFFER and "lines of rdf.csv: they differ in line 21" in text, text


def test_edited_species_are_found(program, make):
    first, second = make("a"), make("b")
    with h5py.File(os.path.join(second, "trajectory.h5md"), "r+") as file:
        file["particles/system/species"][5] += 1
    code, text = compare(program, first, second)
    assert code == DIFFER and "/particles/system/species of atom 6" in text, text
