# SPDX-License-Identifier: BSD-3-Clause
"""What a run says that fails, or that is out of time, does not depend on how it was run."""

import os
import re

import pytest

import cases
import runs
from calls import call, liquid
from mdsim_tools.program import PHYSICS_ERROR, STOPPED
from restarts import all_results, expect_same, input_of

RANKS = (1, 2, 3)
LINE = cases.LJ + cases.run(5)


def words(program, text, ranks, **files):
    """What a run says that fails, without where it was."""
    for name, content in files.items():
        program.write(name + ".xyz", content)
    path = program.write("fails.toml", text)
    _, err = call(
        program,
        path,
        "--output",
        program.folder(f"out{ranks}"),
        "--quiet",
        "--overwrite",
        code=PHYSICS_ERROR,
        ranks=ranks,
    )
    return [line for line in err.splitlines() if line.startswith("mdsim: atom ")]


def same_words(program, text, **files):
    """The one line that runs on 1, 2 and 3 ranks say alike."""
    found = [words(program, text, ranks, **files) for ranks in RANKS]
    assert len(found[0]) == 1 and found[1] == found[0] and found[2] == found[0]
    return found[0][0]


def pairs(distance, edge=24.0):
    """Pairs of atoms, the same two times: the atoms of a pair have far numbers, and low numbers lie everywhere."""
    places = [(x, y, z) for z in (20, 4, 12) for y in (4, 12, 20) for x in (12, 4, 20)]
    atoms = [("A", *place) for place in places] + [("A", x + distance, y, z) for x, y, z in reversed(places)]
    return cases.extxyz((edge, edge, edge), atoms)


PAIRS = LINE + cases.file_system("pairs.xyz") + cases.SPECIES + cases.pair() + cases.neighbor()


@pytest.mark.parametrize(
    "stage", [cases.stage("nve", 50), cases.langevin(50), cases.stage("nve", 50, remove_drift_every=1)]
)
def test_of_many_fast_atoms_the_same_is_named(program, stage):
    """All atoms move too far in the first step: the one of lowest number is named, which lies on one rank of
    several."""
    line = same_words(program, PAIRS + stage, pairs=pairs(0.5))
    assert re.match(r"mdsim: atom 1 \(.* in step 0,", line)


def test_of_some_fast_atoms_the_same_is_named(program):
    """A part of the atoms moves too far, some steps after the start."""
    text = (
        LINE
        + cases.lattice((6, 6, 6))
        + cases.SPECIES
        + cases.pair()
        + cases.neighbor()
        + cases.hot(2.0)
        + cases.stage("nve", 500, 0.045)
    )
    line = same_words(program, text)
    assert "moved farther than the list range in step" in line


def test_of_overlapping_atoms_the_same_is_named(program):
    """Forces that are all out of bounds differ in nothing but the numbers of their atoms."""
    line = same_words(program, PAIRS + cases.stage("nve", 5) + "\n[thermo]\nevery = 1\n", pairs=pairs(0))
    assert re.match(r"mdsim: atom 1 \(.* feels a force out of all bounds in step 0:", line)


def test_of_atoms_that_leave_the_same_is_named(program):
    text = (
        LINE
        + cases.file_system("drop.xyz")
        + "\n[box]\nperiodic = [false, false, false]\npadding = 4\n"
        + cases.SPECIES
        + cases.pair()
        + cases.neighbor()
        + cases.hot(40.0)
        + cases.stage("nve", 3000, 0.001)
    )
    line = same_words(program, text, drop=cases.drop(20.0, 4.0))
    assert "left the box" in line


@pytest.mark.parametrize("ranks", [1, 2])
def test_a_run_whose_time_is_over_does_no_step(program, ranks):
    """Time counts from the start of the program; the checkpoint of where the run stands serves as any other."""
    path = program.write("clock.toml", input_of(cases.stage("nve", 100), cases.langevin(100)))
    folder, whole = program.folder("out"), program.folder("whole")
    late = ("--output", folder, "--quiet", "--set", "run.wall_time=1e-6")
    for more in ((), ("--resume",)):
        _, err = call(program, path, *late, *more, ranks=ranks, code=STOPPED)
        assert "over before the first step" in err and runs.last_step(folder) == 0
    call(
        program,
        path,
        "--output",
        folder,
        "--quiet",
        "--resume",
        "--set",
        "stage.0.steps=50",
        "--set",
        "stage.1.steps=0",
        ranks=ranks,
    )
    _, err = call(program, path, *late, "--resume", ranks=ranks, code=STOPPED)
    assert "over before the first step" in err and runs.last_step(folder) == 50
    call(program, path, "--output", folder, "--quiet", "--resume", ranks=ranks)
    call(program, path, "--output", whole, "--quiet")
    expect_same(all_results(whole), folder)


def test_a_finished_run_is_finished_however_little_time_there_is(program):
    path = program.write("short.toml", liquid(cases.stage("nve", 20)))
    folder = program.folder("out")
    call(program, path, "--output", folder, "--quiet")
    call(program, path, "--output", folder, "--quiet", "--resume", "--set", "run.wall_time=1e-6")
    assert runs.last_step(folder) == 20 and os.path.exists(os.path.join(folder, "summary.json"))
