# SPDX-License-Identifier: BSD-3-Clause
"""Each call on a file fails once, and each request for memory: nothing that a user had is lost, nothing false is
called good, and going on gives the bits of a run that nothing disturbed. See tests/faults/README.md.

A sample of the calls is tried; with --soak the first and the last from each place, with --every-call beside it all."""

import collections
import errno
import os
import re
import shutil
import subprocess

import pytest

import cases
import needed
import tally
import workers
from injection import EACH_PLACE, EVERY_CALL, Fault, Scenario, calls_in, environment_of, library_of, place_of, sample
from mdsim_tools.program import ENVIRONMENT_ERROR, FINISHED, INPUT_ERROR
from restarts import Bench

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
[msd]
every = 5
window = 4
[checkpoint]
every = 20
keep = 2
[parallel]
longest_wait = 20
"""
PAIR = cases.pair()


def text_of(system, pair=PAIR, output=OUTPUT):
    parts = (
        cases.run(3),
        system,
        cases.SPECIES,
        pair,
        cases.neighbor(),
        cases.hot(),
        cases.langevin(20),
        cases.stage("nve", STEPS - 20),
    )
    return cases.LJ + "".join(parts) + output


CRYSTAL = cases.lattice((4, 4, 4))
TEXT = text_of(CRYSTAL)
TABLE = """
[[pair.potential]]
species = ["A", "A"]
type = "table"
file = "in/soft.table"
cutoff = 1.9
"""
READS = {
    "start.extxyz": text_of(cases.file_system("in/start.extxyz")),
    "start.data": text_of(cases.file_system("in/start.data") + 'types = ["A"]\n'),
    "start.h5md": text_of(cases.file_system("in/start.h5md")),
    "soft.table": text_of(CRYSTAL, TABLE),
}
"""Inputs that read a file of this name in the folder `in`."""

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
def count(soak, every_call):
    """How many calls of each test fail: so many in CI, otherwise as `sample` understands it."""
    return lambda in_ci: in_ci if not soak else EVERY_CALL if every_call else EACH_PLACE


@pytest.fixture
def half(program, path):
    """The folder of a run that was stopped half way."""
    folder = program.folder("half")
    Bench(program).run(path, folder, sets={"stage.1.steps": 20})
    return folder


@pytest.fixture
def inputs(program, half):
    """A folder of files that runs can start from, and a table; the H5MD file is what a run wrote."""
    folder = program.folder("in")
    os.mkdir(folder)
    places = [1.2 * (i + 0.5) for i in range(6)]
    atoms = [("A", x, y, z) for x in places for y in places for z in places]
    program.write("in/start.extxyz", cases.extxyz([7.2] * 3, atoms))
    program.write(
        "in/start.data", cases.lammps_data(7.2, [f"{n} 1 {x} {y} {z}" for n, (_, x, y, z) in enumerate(atoms, 1)])
    )
    program.write("in/soft.table", cases.soft_table())
    shutil.copy(os.path.join(half, "trajectory.h5md"), os.path.join(folder, "start.h5md"))
    return folder


def writes(call):
    return call.name in ("write", "pwrite", "writev", "pwritev", "ftruncate", "open")


def writes_data(call):
    return writes(call) and call.name != "open"


def brings_to_the_disk(call):
    return call.name in ("fsync", "close")


def writes_trajectory(call):
    return (writes_data(call) or brings_to_the_disk(call)) and call.on.endswith("trajectory.h5md")


def faults_of(scenario, count, error, mode="once", chosen=lambda call: True, rank=0, family="file", least=50):
    points = scenario.points(family, rank)
    assert len(points) >= least, f"only {len(points)} calls are seen"
    return [Fault(at, error, mode, family, rank) for at in sample(points, count, chosen)]


def calls_of_cuda(file, kind):
    """The functions of the CUDA runtime that a program or library calls (`undefined`) or has of its own (`defined`)."""
    command = [needed.program("nm", "g++"), "-D", f"--{kind}-only", file]
    listed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    return set(re.findall(r"\b(?:__)?cuda[A-Z]\w*", listed))


def test_every_call_of_cuda_can_fail(program, library):
    """One that the library does not know would never fail, and nobody would notice."""
    called = calls_of_cuda(program.path, "undefined")
    if not called:
        pytest.skip("the program is built without CUDA")
    known = calls_of_cuda(library, "defined")
    assert sorted(called - known - set(NEVER_FAIL)) == [], "tests/faults/cuda.cpp does not know these"
    assert sorted(known & set(NEVER_FAIL)) == [], "these can fail"


def test_places_are_those_of_each_run(program, path):
    """By them the soak chooses calls: they do not depend on where programs and libraries are loaded."""
    scenario = Scenario(program, path)
    first, second = ({place_of(call) for call in scenario.points()} for _ in range(2))
    assert len(first) > 50
    assert first == second


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
    faults = faults_of(scenario, count(4), errno.ESTALE, "once", brings_to_the_disk)
    scenario.check_all("an fsync or close fails once", faults)


def test_going_on_fails(program, path, count, half):
    """Reading or repairing fails: what cannot be read is told, and the older checkpoint serves if it must."""
    scenario = Scenario(program, path, ["--resume"], half, statuses=(FINISHED, INPUT_ERROR, ENVIRONMENT_ERROR))
    scenario.check_all("a call of a resume fails once", faults_of(scenario, count(6), errno.EIO))


def test_replacing_fails(program, path, count, half):
    """A run that replaces another may lose that one, but not itself."""
    scenario = Scenario(program, path, ["--overwrite"], half)
    faults = faults_of(scenario, count(3), errno.EACCES, "once", lambda call: call.name != "pread")
    scenario.check_all("a call fails once that replaces a run", faults)


@pytest.mark.parametrize("name", READS)
def test_an_input_cannot_be_read(program, inputs, count, name):
    """What a run starts from is on a disk that fails: that is told, and a later run starts as if nothing had been."""
    path = program.write("reads.toml", READS[name])
    scenario = Scenario(program, path, statuses=(FINISHED, INPUT_ERROR, ENVIRONMENT_ERROR), covered=inputs)
    scenario.check_all(f"a call on {name} fails once", faults_of(scenario, count(3), errno.EIO, least=3))


@pytest.mark.parametrize("rank", [0, 1])
def test_one_of_three_ranks_fails(program, path, count, rank):
    """The other ranks may wait for it inside of MPI, where it alone cannot open or write a file: all end within
    `parallel.longest_wait` all the same."""
    scenario = Scenario(program, path, ranks=3)
    faults = faults_of(scenario, count(2), errno.EIO, "sticky", writes, rank)
    scenario.check_all(f"rank {rank} of three cannot write", faults)


@pytest.mark.parametrize("rank", [0, 1])
def test_one_of_three_ranks_cannot_bring_to_the_disk(program, path, count, rank):
    scenario = Scenario(program, path, ranks=3)
    faults = faults_of(scenario, count(2), errno.EIO, "once", brings_to_the_disk, rank)
    scenario.check_all(f"an fsync or close of rank {rank} of three fails once", faults)


def test_one_of_three_ranks_cannot_go_on(program, path, count, half):
    scenario = Scenario(program, path, ["--resume"], half, 3, statuses=(FINISHED, INPUT_ERROR, ENVIRONMENT_ERROR))
    faults = faults_of(scenario, count(2), errno.EIO, rank=1)
    scenario.check_all("a call of a resume fails once on rank 1 of three", faults)


def test_a_rounded_trajectory_of_three_ranks_fails(program, library, count):
    """The root alone writes it, for all ranks."""
    rounded = OUTPUT.replace("[trajectory]", "[trajectory]\nprecision = 4")
    scenario = Scenario(program, program.write("rounded.toml", text_of(CRYSTAL, output=rounded)), ranks=3)
    faults = faults_of(scenario, count(2), errno.EIO, "once", writes_trajectory)
    scenario.check_all("a call on a rounded trajectory of three ranks fails once", faults)


@pytest.mark.parametrize("begun", [False, True], ids=["anew", "resumed"])
def test_memory_is_refused(program, path, count, half, begun):
    """A run that goes on also reads what it wrote before, in a thread beside it."""
    scenario = Scenario(program, path, ["--resume"] if begun else [], half if begun else None)
    what = "of a resume " if begun else ""
    scenario.check_all(
        f"a request for memory {what}is refused", faults_of(scenario, count(5), 0, "once", family="memory")
    )


class Export:
    """An export into a folder of its own, of which calls fail, or calls on the trajectory that it reads."""

    def __init__(self, program, half, reading):
        self.program = program
        self.trajectory = os.path.join(half, "trajectory.h5md")
        self.covered = half if reading else ""
        whole = program.folder("whole.extxyz")
        assert program.call(["export", self.trajectory, whole])[0] == FINISHED
        with open(whole, "rb") as file:
            self.expected = file.read()

    def run(self, folder, fault, log=""):
        environment = environment_of(self.program, self.covered or folder, fault, log)
        return self.program.call(["export", self.trajectory, os.path.join(folder, "frames.extxyz")], env=environment)

    def points(self):
        folder, log = self.program.folder("exported"), self.program.folder("export.calls")
        os.makedirs(folder)
        assert self.run(folder, Fault(0), log)[0] == FINISHED
        return calls_in(log)

    def check(self, fault, number):
        """The file is whole, or it is not there, or its name could not be brought to the disk and that is told."""
        folder = self.program.folder(f"exported-{number}")
        os.makedirs(folder)
        code, out, err = self.run(folder, fault)
        assert code in (FINISHED, INPUT_ERROR, ENVIRONMENT_ERROR), f"{fault}: status {code}: {out}{err}"
        found = os.listdir(folder)
        assert found == ["frames.extxyz"] or (found == [] and code != FINISHED), (
            f"{fault}: {found}, status {code}: {err}"
        )
        if found:
            with open(os.path.join(folder, found[0]), "rb") as file:
                assert file.read() == self.expected, str(fault)
        return "identical" if code == FINISHED else "reported"


@pytest.mark.parametrize("reading", [False, True], ids=["writing", "reading"])
def test_an_export_fails(program, library, half, count, reading):
    """An exported file is whole or not there."""
    export = Export(program, half, reading)
    error = errno.EIO if reading else errno.ENOSPC
    faults = [Fault(at, error) for at in sample(export.points(), count(4))]
    assert faults, "no calls are seen"
    outcomes = collections.Counter(workers.for_each(export.check, faults))
    tally.tell(f"a call of an export fails once, {'reading' if reading else 'writing'}", outcomes)
