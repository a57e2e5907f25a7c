# SPDX-License-Identifier: BSD-3-Clause
"""Each call on a file fails once, and each request for memory: nothing that a user had is lost, nothing false is
called good, and going on gives the bits of a run that nothing disturbed. See tests/faults/README.md.

--soak tries all calls, otherwise a sample."""

import errno
import os
import re
import shutil
import subprocess

import cases
import pytest
from injection import Fault, Scenario, environment_of, library_of, sample
from restarts import ENVIRONMENT_FAULT, FINISHED, INPUT_FAULT, Bench

STEPS = 60
OUTPUT = """
[thermo]
every = 10
columns = ["temperature", "potential_energy", "conserved_energy"]
[trajectory]
every = 20
fields = ["position", "image"]
[rdf]
every = 20
range = 2.5
[checkpoint]
every = 20
keep = 2
"""
SYSTEM = (cases.lattice((4, 4, 4)), cases.SPECIES, cases.pair(), cases.neighbor(), cases.hot())
TEXT = cases.LJ + "".join((cases.run(3), *SYSTEM, cases.langevin(20), cases.stage("nve", STEPS - 20))) + OUTPUT
NEVER_FAIL = {
    "__cudaRegisterFatBinary": "runs before the program does, and gives no status",
    "__cudaRegisterFatBinaryEnd": "runs before the program does, and gives no status",
    "__cudaRegisterFunction": "runs before the program does, and gives no status",
    "__cudaRegisterVar": "runs before the program does, and gives no status",
    "__cudaUnregisterFatBinary": "runs behind the program, and gives no status",
    "__cudaPushCallConfiguration": "keeps the shape of a launch in the host's memory; the launch itself can fail",
    "__cudaPopCallConfiguration": "fetches it again",
    "__cudaGetKernel": "has a status that only code of the compiler gets, which ignores it; the launch itself can fail",
    "cudaGetErrorName": "gives text",
    "cudaGetErrorString": "gives text",
}
"""Calls of CUDA that the library leaves as they are, and why."""


@pytest.fixture
def library(program):
    if not library_of(program):
        pytest.skip("the library that lets calls fail is not built, as with sanitizers")
    return library_of(program)


@pytest.fixture
def path(program, library):
    return program.write("input.toml", TEXT)


@pytest.fixture
def count(soak):
    """How many calls of each test fail; 0: all."""
    return (lambda in_ci: 0) if soak else (lambda in_ci: in_ci)


@pytest.fixture
def half(program, path):
    """The folder of a run that was stopped half way."""
    folder = program.folder("half")
    Bench(program).run(path, folder, sets={"stage.1.steps": 20})
    return folder


def writes(call):
    return call.name in ("write", "pwrite", "writev", "pwritev", "ftruncate", "open")


def writes_data(call):
    return writes(call) and call.name != "open"


def faults_of(scenario, count, error, mode="once", chosen=lambda call: True, rank=0, family="file"):
    points = scenario.points(family, rank)
    assert len(points) > 50 or family == "cuda", f"only {len(points)} calls are seen"
    return [Fault(at, error, mode, family, rank) for at in sample(points, count, chosen)]


def calls_of_cuda(file, kind):
    """The functions of the CUDA runtime that a program or library calls (`undefined`) or has of its own (`defined`)."""
    listed = subprocess.run(["nm", "-D", f"--{kind}-only", file], stdout=subprocess.PIPE, text=True, check=True).stdout
    return set(re.findall(r"\b(?:__)?cuda[A-Z]\w*", listed))


@pytest.mark.skipif(shutil.which("nm") is None, reason="there is no nm")
def test_every_call_of_cuda_can_fail(program, library):
    """One that the library does not know would never fail, and nobody would notice."""
    called = calls_of_cuda(program.path, "undefined")
    if not called:
        pytest.skip("the program is built without CUDA")
    known = calls_of_cuda(library, "defined")
    assert sorted(called - known - set(NEVER_FAIL)) == [], "tests/faults/cuda.cpp does not know these"
    assert sorted(known & set(NEVER_FAIL)) == [], "these can fail"


def test_a_call_fails_once(program, path, count):
    scenario = Scenario(program, path)
    scenario.check_all("a call on a file fails once", faults_of(scenario, count(10), errno.EIO))


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EDQUOT])
def test_the_disk_is_full_from_a_call_on(program, path, count, error):
    scenario = Scenario(program, path)
    faults = faults_of(scenario, count(4), error, "sticky", writes)
    scenario.check_all(f"writing fails from a call on, {errno.errorcode[error]}", faults)


def test_a_write_takes_half(program, path, count):
    scenario = Scenario(program, path)
    faults = faults_of(scenario, count(2), errno.ENOSPC, "short", lambda call: call.name in ("write", "pwrite"))
    scenario.check_all("a write takes half", faults)


def test_bringing_to_the_disk_fails(program, path, count):
    """An fsync or close that failed is not tried again and then believed."""
    scenario = Scenario(program, path)
    faults = faults_of(scenario, count(4), errno.ESTALE, "once", lambda call: call.name in ("fsync", "close"))
    scenario.check_all("an fsync or close fails once", faults)


def test_going_on_fails(program, path, count, half):
    """Reading or repairing fails: what cannot be read is told, and the older checkpoint serves if it must."""
    scenario = Scenario(program, path, ["--resume"], half, statuses=(FINISHED, INPUT_FAULT, ENVIRONMENT_FAULT))
    scenario.check_all("a call of a resume fails once", faults_of(scenario, count(6), errno.EIO))


def test_replacing_fails(program, path, count, half):
    """A run that replaces another may lose that one, but not itself."""
    scenario = Scenario(program, path, ["--overwrite"], half)
    faults = faults_of(scenario, count(3), errno.EACCES, "once", lambda call: call.name != "pread")
    scenario.check_all("a call fails once that replaces a run", faults)


@pytest.mark.parametrize("rank", [0, 1])
def test_one_of_three_ranks_fails(program, path, count, soak, rank):
    """MPI waits for ever where it cannot open a file on one rank alone: such a run ends late, by its watch."""
    scenario = Scenario(program, path, ranks=3)
    chosen = writes if soak else writes_data
    scenario.check_all(f"rank {rank} of three cannot write", faults_of(scenario, count(2), errno.EIO, "sticky", chosen, rank))


def test_memory_is_refused(program, path, count):
    scenario = Scenario(program, path)
    some = count(5) or 400  # there are some hundred thousand
    scenario.check_all("a request for memory is refused", faults_of(scenario, some, 0, "once", family="memory"))


def test_an_export_fails(program, path, half, count):
    """An exported file is whole or not there."""
    trajectory = os.path.join(half, "trajectory.h5md")
    whole = program.folder("whole.extxyz")
    assert program.call(["export", trajectory, whole])[0] == FINISHED
    with open(whole, "rb") as file:
        expected = file.read()
    folder = program.folder("exported")
    target = os.path.join(folder, "frames.extxyz")
    for at in range(1, (count(4) or 100) + 1):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        fault = Fault(at, errno.ENOSPC)
        code, out, err = program.call(["export", trajectory, target], env=environment_of(program, folder, fault))
        assert code in (FINISHED, ENVIRONMENT_FAULT), f"{fault}: {out}{err}"
        if code == ENVIRONMENT_FAULT and os.path.exists(target):
            continue  # its name was given, but could not be brought to the disk
        assert os.listdir(folder) == (["frames.extxyz"] if code == FINISHED else []), f"{fault}: {err}"
        if code == FINISHED:
            with open(target, "rb") as file:
                assert file.read() == expected, str(fault)
