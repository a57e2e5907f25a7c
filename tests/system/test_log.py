# SPDX-License-Identifier: BSD-3-Clause
"""The log of a run holds what its console said, of all its parts; and the input is kept as the user wrote it."""

import os
import re

import pytest

import cases
import processes
import runs
from calls import call, liquid
from mdsim_tools.program import ENVIRONMENT_ERROR, INPUT_ERROR, PHYSICS_ERROR, STOPPED
from restarts import LONG

LOG = "mdsim.log"


def log_of(folder):
    """The lines of the log without their dates, which all of them have."""
    with open(os.path.join(folder, LOG), encoding="utf-8") as file:
        lines = file.read().splitlines()
    assert all(re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ .", line) for line in lines)
    return [line[21:] for line in lines]


def bytes_of(folder, name):
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


@pytest.fixture
def folder(program):
    return program.folder("out")


@pytest.mark.parametrize("ranks", [1, 2])
def test_the_console_is_in_the_log(program, folder, ranks):
    path = program.write("a.toml", liquid(cases.stage("nve", 20, name='"first"'), cases.langevin(20, thermo_every=50)))
    out, err = call(program, path, "--output", folder, ranks=ranks)
    lines = log_of(folder)
    said = [line for line in out.splitlines() if line and "steps/s |" not in line]
    assert len(said) > 8 and "warning: " in err
    missing = [line for line in said + [line[len("mdsim: ") :] for line in err.splitlines()] if line not in lines]
    assert missing == []
    stages = [line for line in lines if " from step " in line and line.startswith('"')]
    assert stages == ['"first" (nve) from step 0, to step 20', '"stage 1" (langevin) from step 20, to step 40']
    assert "checkpoint of step 40" in lines


def test_a_quiet_run_has_the_same_log(program, folder):
    path = program.write("a.toml", liquid(cases.stage("nve", 20)))
    call(program, path, "--output", folder)
    loud = log_of(folder)
    call(program, path, "--output", folder, "--overwrite", "--quiet")
    quiet = log_of(folder)
    heads = [
        [
            line.split(":")[0].split(" after ")[0][:12]
            for line in lines
            # What other programs do may come and go, and so may times that are too short to be listed.
            if "other programs" not in line and not line.startswith("  ")
        ]
        for lines in (loud, quiet)
    ]
    assert heads[0] == heads[1] and len(loud) > 20


def test_each_part_adds_to_the_log(program, folder):
    path = program.write("a.toml", liquid(cases.stage("nve", 20)))
    call(program, path, "--output", folder, "--quiet")
    first = log_of(folder)
    call(program, path, "--output", folder, "--quiet", "--resume", "--set", "stage.0.steps=40", ranks=2)
    both = log_of(folder)
    assert both[: len(first)] == first
    assert [line[:7] for line in both if line.startswith("part ")] == ["part 1 ", "part 2 "]
    assert "going on from step 20" in both[len(first) :] and "ranks: 2" in both[len(first) :]


def test_a_killed_run_leaves_its_log(program, folder):
    path = program.write("a.toml", liquid(cases.stage("nve", LONG)) + "\n[checkpoint]\nevery = 50\n")
    process = program.start([path, "--output", folder, "--quiet"])
    processes.wait_for(os.path.join(folder, "checkpoint.1.h5"), process=process)
    processes.kill_all(process)
    before = log_of(folder)
    assert "checkpoint of step 50" in before
    with open(os.path.join(folder, LOG), "a", encoding="utf-8") as file:
        file.write("2026-01-01T00:00:00Z torn")
    call(program, path, "--output", folder, "--quiet", "--resume", "--set", "run.wall_time=1", code=STOPPED)
    after = log_of(folder)
    assert after[: len(before) + 1] == [*before, "torn"]
    assert "the wall-time limit was reached" in after


@pytest.mark.parametrize("ranks", [1, 3])
def test_a_failure_is_in_the_log(program, folder, ranks):
    path = program.write("a.toml", liquid(cases.stage("nve", 500, 0.05)))
    _, err = call(program, path, "--output", folder, "--quiet", code=PHYSICS_ERROR, ranks=ranks)
    failure = next(line for line in err.splitlines() if "moved farther" in line)
    assert log_of(folder).count(failure.replace("mdsim: ", "error: ", 1)) == 1


def test_a_refused_run_leaves_the_log_alone(program, folder):
    path = program.write("a.toml", liquid(cases.stage("nve", 20)))
    call(program, path, "--output", folder, "--quiet")
    before = bytes_of(folder, LOG)
    call(program, path, "--output", folder, "--quiet", "--resume", "--set", "pair.cutoff=2.4", code=INPUT_ERROR)
    assert bytes_of(folder, LOG) == before


@pytest.mark.parametrize("ranks", [1, 2])
def test_a_log_that_cannot_be_written_ends_the_run_at_its_start(program, folder, ranks):
    path = program.write("a.toml", liquid(cases.stage("nve", 20)))
    call(program, path, "--output", folder, "--quiet")
    os.remove(os.path.join(folder, LOG))
    os.mkdir(os.path.join(folder, LOG))
    kept = bytes_of(folder, "thermo.csv")
    _, err = call(
        program,
        path,
        "--output",
        folder,
        "--quiet",
        "--resume",
        "--set",
        "stage.0.steps=40",
        code=ENVIRONMENT_ERROR,
        ranks=ranks,
    )
    assert LOG in err and bytes_of(folder, "thermo.csv") == kept
    os.rmdir(os.path.join(folder, LOG))
    call(program, path, "--output", folder, "--quiet", "--resume", "--set", "stage.0.steps=40", ranks=ranks)
    assert runs.last_step(folder) == 40


def test_the_input_is_kept_as_it_was_written(program, folder):
    texts = ["# why: a first look\r\n" + liquid(cases.stage("nve", steps)) + f"# end {steps}" for steps in (20, 30, 40)]
    path = program.write("a.toml", "")
    for number, text in enumerate(texts):
        with open(path, "wb") as file:
            file.write(text.encode())
        call(program, path, "--output", folder, "--quiet", *(["--resume"] if number else []))
    call(program, path, "--output", folder, "--quiet", "--resume", "--set", "stage.0.steps=50")
    call(program, os.path.join(folder, "input.toml"), "--output", folder, "--quiet", "--resume")
    names = ["input.original.1.toml", "input.original.2.toml", "input.original.toml"]
    assert sorted(name for name in os.listdir(folder) if name.startswith("input.original")) == names
    assert [bytes_of(folder, name).decode() for name in names] == texts
