# SPDX-License-Identifier: BSD-3-Clause
"""Each call of CUDA fails in turn, on one rank or on one of two that share a GPU: the run ends with a documented
status within a minute, and goes on from its last checkpoint to the bits of a run that nothing disturbed. --soak
tries all calls, otherwise a sample."""

import pytest

import cases
from gpus import SIZE, on_gpus
from injection import Fault, Scenario, sample
from mdsim_tools.program import ENVIRONMENT_ERROR, FINISHED, INPUT_ERROR

OUT_OF_MEMORY, UNAVAILABLE, UNCORRECTABLE, LAUNCH_FAILURE = 2, 46, 214, 719
KINDS = ((OUT_OF_MEMORY, "once"), (UNAVAILABLE, "sticky"), (UNCORRECTABLE, "sticky"))
STATUSES = (FINISHED, INPUT_ERROR, ENVIRONMENT_ERROR)
"""An input that asks for a GPU is at fault where no GPU is found."""
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


def text_of(size, more=""):
    system = (cases.lattice(size), cases.SPECIES, cases.pair(), cases.neighbor(), cases.hot())
    run = cases.run(3).replace('"cpu"', '"cuda"')
    return cases.LJ + "".join((run, *system, cases.langevin(20), cases.stage("nve", 40))) + OUTPUT + more


@pytest.fixture
def program(program, gpu_count):
    return on_gpus(program, gpu_count)


@pytest.fixture
def count(soak):
    """How many calls of each test fail; 0: all."""
    return (lambda in_ci: 0) if soak else (lambda in_ci: in_ci)


def points_of(scenario, rank=0):
    points = scenario.points("cuda", rank)
    assert len(points) > 100, f"only {len(points)} calls of CUDA are seen on rank {rank}"
    return points


def fail_all(program, what, error, mode, sampled, chosen=lambda call: True):
    scenario = Scenario(program, program.write("cuda.toml", text_of((8, 8, 8))), statuses=STATUSES)
    numbers = sample(points_of(scenario), sampled, chosen)
    scenario.check_all(what, [Fault(at, error, mode, "cuda") for at in numbers])


def test_a_call_finds_no_memory(program, count):
    fail_all(program, "a call of CUDA finds no memory", OUT_OF_MEMORY, "once", count(12))


def test_the_gpu_is_lost_at_a_call(program, count):
    fail_all(program, "the GPU is lost at a call", UNAVAILABLE, "sticky", count(8))


def test_the_memory_of_the_gpu_has_an_error(program, count):
    """An error of the GPU's memory that it cannot correct."""
    fail_all(program, "the GPU's memory has an error at a call", UNCORRECTABLE, "sticky", count(12))


def test_a_kernel_does_not_start(program, count):
    """A kernel that does not start leaves numbers as they were: that must not pass for a result."""
    fail_all(
        program,
        "a kernel or graph does not start",
        LAUNCH_FAILURE,
        "once",
        count(6),
        lambda call: "Launch" in call.name,
    )


def test_a_call_fails_on_one_of_two_ranks(program, count):
    """They share a GPU. The other one waits for what never comes, and must not do so for ever."""
    shared = text_of(SIZE, "\n[parallel]\nshare_gpus = true\n")
    scenario = Scenario(program, program.write("shared.toml", shared), ranks=2, statuses=STATUSES)
    faults = []
    for rank in (0, 1):
        points = points_of(scenario, rank)
        faults += [
            Fault(at, error, mode, "cuda", rank)
            for error, mode in KINDS
            for at in sample(points, count(1), seed=error + rank)
        ]
    scenario.check_all("a call of CUDA fails on one of two ranks that share a GPU", faults, at_once=4)
