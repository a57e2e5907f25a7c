# SPDX-License-Identifier: BSD-3-Clause
"""`mdsim compare` says whether two runs have the same bits, and where they part."""

import os

import cases
import h5py
import pytest
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
    code, text = compare(program, make("a"), make("b", "trajectory.every=50", "trajectory.fields=[\"position\"]", "thermo.every=25"))
    assert code == SAME, text
    assert "checkpoints: the same bits" in text and "frames: the same bits in 3" in text
    assert "thermo.csv: the same bits in 5" in text
    assert "/particles/system/velocity/value, which only one of them has" in text


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
    assert "frames: they differ from step 100 on" in text and "velocity/value of the atom with id 17" in text
    assert "largest difference there 0.5" in text
    assert "checkpoints: the same bits" in text


def test_what_shares_nothing_is_refused(program, make):
    first = make("a")
    empty = program.folder("empty")
    os.makedirs(empty)
    assert compare(program, first, empty)[0] == NOTHING
    assert compare(program, first, program.folder("nowhere"))[0] == NOTHING
