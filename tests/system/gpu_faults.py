#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Each call of CUDA fails in turn: the run ends with the documented status, and goes on from its last checkpoint to the
bits of a run that nothing disturbed. Usage: gpu_faults.py MDSIM [--soak] [--only TEST]"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import cases  # noqa: E402
import runs  # noqa: E402
from injection import Fault, Scenario, sample  # noqa: E402

OUT_OF_MEMORY, UNAVAILABLE, UNCORRECTABLE = 2, 46, 214
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


def scenario_of(program):
    system = (cases.lattice((8, 8, 8)), cases.SPECIES, cases.pair(), cases.neighbor(), cases.hot())
    run = cases.run(3).replace('"cpu"', '"cuda"')
    text = cases.LJ + "".join((run, *system, cases.langevin(20), cases.stage("nve", 40))) + OUTPUT
    return Scenario(program, program.write("cuda.toml", text))


def fail_all(program, what, error, mode, in_ci):
    scenario = scenario_of(program)
    points = scenario.points("cuda")
    assert len(points) > 100, f"only {len(points)} calls of CUDA are seen"
    count = 0 if "--soak" in sys.argv else in_ci
    scenario.check_all(what, [Fault(at, error, mode, "cuda") for at in sample(points, count)])


def test_memory(program):
    fail_all(program, "a call of CUDA finds no memory", OUT_OF_MEMORY, "once", 12)


def test_lost_gpu(program):
    fail_all(program, "the GPU is lost at a call", UNAVAILABLE, "sticky", 8)


def test_memory_error(program):
    """An error of the GPU's memory that it cannot correct."""
    fail_all(program, "the GPU's memory has an error at a call", UNCORRECTABLE, "sticky", 12)


if __name__ == "__main__":
    sys.exit(runs.run_on_gpus(globals(), AssertionError))
