# SPDX-License-Identifier: BSD-3-Clause
"""Every file of a run says which program made it, how, where and when."""

import datetime
import json
import os
import re
import socket

import h5py
import pytest

import cases
import runs
from calls import call, liquid

WORDS = {"version", "commit", "build", "command", "directory", "host", "device", "started", "ranks", "threads"}


@pytest.fixture
def path(program):
    return program.write("it's a run.toml", "# why this run\n" + liquid(cases.stage("nve", 20)))


def words_in(file, group="parameters/mdsim/provenance"):
    """The words of an HDF5 file about its making."""
    with h5py.File(file, "r") as opened:
        return {name: text.asstr()[()] for name, text in opened[group].items()}


def parts_of_checkpoint(folder):
    with h5py.File(os.path.join(folder, runs.CHECKPOINT), "r") as opened:
        return json.loads(opened["texts/parts"].asstr()[()])


def expect_true(words, program, ranks, *arguments):
    """The words are those of a run of this program that was started a moment ago."""
    version, commit = re.fullmatch(r"mdsim (\S+) \((\S+)\)", call(program, "--version")[0].strip()).groups()
    assert WORDS <= set(words)
    assert words["version"] == version and words["commit"] == commit
    assert re.search(
        r"(GCC|Clang) \d.*, \w+, .*, HDF5 [\d.]+ (serial|parallel), (without CUDA|CUDA [\d.]+)", words["build"]
    )
    assert all(argument in words["command"] for argument in arguments) and words["command"].startswith(program.path)
    assert words["directory"] == os.path.realpath(program.scratch)
    assert words["host"] == socket.gethostname()
    assert "cpu" in words["device"] or os.environ.get("MDSIM_TEST_DEVICE")
    assert int(words["ranks"]) == ranks and int(words["threads"]) == 1
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", words["started"])
    started = datetime.datetime.fromisoformat(words["started"].replace("Z", "+00:00"))
    age = datetime.datetime.now(datetime.timezone.utc) - started
    assert datetime.timedelta(0) <= age < datetime.timedelta(minutes=5)


@pytest.mark.parametrize("ranks", [1, 2])
def test_every_file_says_what_made_it(program, path, ranks):
    folder = program.folder("out")
    call(program, path, "--output", folder, "--quiet", "--set", "run.seed=8", ranks=ranks)
    quoted = path.replace("'", "'\\''")
    for words in (
        words_in(os.path.join(folder, "trajectory.h5md")),
        words_in(os.path.join(folder, "thermo.h5")),
        runs.summary(folder)["parts"][0],
        parts_of_checkpoint(folder)[0],
    ):
        expect_true(words, program, ranks, f"'{quoted}'", "--set run.seed=8")
    with h5py.File(os.path.join(folder, "trajectory.h5md"), "r") as file:
        words = runs.summary(folder)["parts"][0]
        assert file["h5md/creator"].attrs["version"].decode() == f"{words['version']}+{words['commit']}"


def test_each_part_of_a_run_is_known(program, path):
    """Also one that was made by another number of ranks; the trajectory names the first alone, and only its start
    is added."""
    folder = program.folder("out")
    call(program, path, "--output", folder, "--quiet")
    call(program, path, "--output", folder, "--quiet", "--resume", "--set", "stage.0.steps=50", ranks=2)
    call(program, path, "--output", folder, "--quiet", "--resume", "--set", "stage.0.steps=60")
    for parts in (runs.summary(folder)["parts"], parts_of_checkpoint(folder)):
        assert [(part["ranks"], part["first_step"], part["last_step"]) for part in parts] == [
            (1, 0, 20),
            (2, 20, 50),
            (1, 50, 60),
        ]
        assert [re.findall("steps=([0-9]+)", part["command"]) for part in parts] == [[], ["50"], ["60"]]
    assert "--resume" not in words_in(os.path.join(folder, "trajectory.h5md"))["command"]


def test_equal_runs_have_equal_tables_and_data(program, path):
    for name in ("a", "b"):
        call(program, path, "--output", program.folder(name), "--quiet")
    a, b = program.folder("a"), program.folder("b")
    with open(os.path.join(a, "thermo.csv"), "rb") as one, open(os.path.join(b, "thermo.csv"), "rb") as other:
        assert one.read() == other.read()
    for group in ("particles", "observables"):
        assert (
            runs.first_difference(
                runs.datasets(os.path.join(a, "trajectory.h5md"), group),
                runs.datasets(os.path.join(b, "trajectory.h5md"), group),
            )
            is None
        )
