# SPDX-License-Identifier: BSD-3-Clause
"""Files in HDF5 can be read while a run writes them, and what was read of a run that is killed is written again."""

import os
import time

import h5py

import cases
import processes
from restarts import DENSE_OUTPUT, LONG, all_results, expect_same, input_of

RARE = DENSE_OUTPUT.replace("every = 40", f"every = {LONG}")
"""without checkpoints on the way"""


def rows_in(folder, name, steps):
    """How many rows a reader finds; None where it comes at a bad moment."""
    try:
        with h5py.File(os.path.join(folder, name), "r") as file:
            return file[steps].shape[0]
    except (OSError, KeyError, RuntimeError):
        return None


def wait_for_more(process, folder, rows, seconds=60):
    """Returns when both files have this many rows and more."""
    wanted = {"thermo.h5": "observables/step", "trajectory.h5md": "particles/system/position/step"}
    deadline = time.monotonic() + seconds
    while wanted:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline, f"no new rows in {', '.join(wanted)}"
        time.sleep(0.05)
        wanted = {name: steps for name, steps in wanted.items() if (rows_in(folder, name, steps) or 0) <= rows}


def test_rows_are_seen_while_a_run_is_on(bench):
    """Those of its first second, and later ones; and a run that is killed behind them goes on."""
    half, whole, endless = (
        bench.program.write(f"live{k}.toml", input_of(cases.stage("nve", k), output=RARE)) for k in (200, 600, LONG)
    )
    bench.run(whole, bench.fresh("whole"))
    folder = bench.fresh("parts")
    bench.run(half, folder)
    process = bench.program.start([endless, "--output", folder, "--quiet", "--resume"])
    try:
        wait_for_more(process, folder, 200)
        wait_for_more(process, folder, 400)
    finally:
        processes.kill_all(process)
    bench.run(whole, folder, "--resume")
    expect_same(all_results(bench.program.folder("whole")), folder)
