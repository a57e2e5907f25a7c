# SPDX-License-Identifier: BSD-3-Clause
"""Runs that are killed at random instants, on changing numbers of ranks, go on as if nothing had happened. The
instants have a fixed seed, but the clock decides what is under way. `--kills N` kills more often, `--soak` 200
times."""

import glob
import os
import random
import subprocess
import time

import pytest

import cases
import processes
import tally
from mdsim_tools.program import FINISHED
from restarts import DENSE_OUTPUT, all_results, expect_same, input_of


@pytest.fixture
def kills_wanted(request, soak):
    return request.config.getoption("--kills") or (200 if soak else 20)


def go_on(bench, path, folder, ranks, seconds):
    """Starts or resumes, and kills after a time; returns whether the run came to its end."""
    has = any(glob.glob(os.path.join(folder, "checkpoint*.h5")))
    process = bench.program.start([path, "--output", folder, "--quiet", "--resume" if has else "--overwrite"], ranks)
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        processes.kill_all(process)
        return False
    assert process.returncode == FINISHED, f"exit code {process.returncode}: {(out + err).decode()[-1500:]}"
    return True


def test_killed_runs_go_on_to_the_same_bits(bench, kills_wanted):
    stages = (cases.langevin(1203), cases.nose_hoover(1404, couple_every=7), cases.stage("nve", 1393))
    path = bench.program.write("kill.toml", input_of(*stages, output=DENSE_OUTPUT.replace("every = 40", "every = 30")))
    began = time.time()
    bench.run(path, bench.fresh("whole"))
    whole = time.time() - began
    expected = all_results(bench.program.folder("whole"))
    generator = random.Random(2024)
    kills = 0
    while kills < kills_wanted:
        folder = bench.fresh("parts")
        for _ in range(200):
            ranks = generator.choice((1, 1, 2, 3))
            if go_on(bench, path, folder, ranks, generator.uniform(0.1, 0.5) * (whole + 0.3 * ranks)):
                break
            kills += 1
            if kills >= kills_wanted:
                assert go_on(bench, path, folder, 1, 300), "the run does not end"
                break
        expect_same(expected, folder)
    tally.tell("kills at random instants", {"identical": kills})
