# SPDX-License-Identifier: BSD-3-Clause
"""A file of a run that somebody removes, replaces or cuts while the run writes to it ends the run with an error
that names the file."""

import os
import shutil
import time

import pytest

import cases
import processes
import runs
from calls import liquid

ENVIRONMENT_ERROR = 4
LONG = 100_000_000


def remove(path):
    os.remove(path)


def replace(path):
    shutil.copyfile(path, path + ".copy")
    os.replace(path + ".copy", path)


def cut(path):
    with open(path, "r+b") as file:
        file.truncate(os.path.getsize(path) // 2)


def overwrite(path):
    """Puts zeros in place of the whole content, which stays as long as it is."""
    with open(path, "r+b") as file:
        file.write(bytes(os.path.getsize(path)))


WAYS = [(remove, "removed"), (replace, "replaced"), (cut, "cut")]
ALL = [(name, way, word) for name in ("trajectory.h5md", "thermo.h5", "thermo.csv") for way, word in WAYS]
ALL += [(name, overwrite, "damaged") for name in ("trajectory.h5md", "thermo.h5")]


def error_of_run(program, folder, take, *settings):
    """What a run says to which `take` does something once it has a checkpoint, and which must end by that."""
    path = program.write("long.toml", liquid(cases.stage("nve", LONG)))
    arguments = runs.set_arguments(
        dict(item.split("=") for item in ("run.wall_time=120", "thermo.every=50", *settings))
    )
    process = program.start([path, "--output", folder, "--quiet", *arguments])
    try:
        processes.wait_for(os.path.join(folder, runs.CHECKPOINT), process=process)
        take()
        error = process.communicate(timeout=60)[1].decode()
    finally:
        process.kill()
    assert process.returncode == ENVIRONMENT_ERROR, error
    return error


@pytest.mark.parametrize("name, way, word", ALL, ids=[f"{word}-{name}" for name, _, word in ALL])
def test_a_file_that_is_taken_away_ends_the_run(program, name, way, word):
    folder = program.folder("out")

    def take():
        time.sleep(0.1)
        way(os.path.join(folder, name))

    error = error_of_run(program, folder, take, "trajectory.every=50", "checkpoint.every=200")
    assert [line for line in error.splitlines() if f"/{name}: " in line and word in line], error
    assert "broken contract" not in error and "defect" not in error
    assert "the last good checkpoint is of step" in error


def test_a_checkpoint_that_was_moved_away_is_not_promised(program):
    """The last good checkpoint that a failed run names is one that is there."""
    folder = program.folder("out")

    def take():
        os.rename(os.path.join(folder, runs.CHECKPOINT), program.folder("backup.h5"))
        os.remove(os.path.join(folder, "thermo.csv"))

    error = error_of_run(program, folder, take, "checkpoint.every=2000", "checkpoint.keep=1")
    there = [name for name in os.listdir(folder) if name.startswith("checkpoint")]
    words = "the last good checkpoint is of step" if there else f"is no longer in {folder}"
    assert words in error, f"{there}: {error}"
    with open(os.path.join(folder, "progress.json"), encoding="utf-8") as file:
        assert ("checkpoint.h5" in file.read()) == bool(there)
