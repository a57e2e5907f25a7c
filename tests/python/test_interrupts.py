# SPDX-License-Identifier: BSD-3-Clause
"""Ctrl-C while a script leads a run: it ends at a checkpoint, from which the run goes on with the same bits."""

import pytest
import tomli_w
from test_simulation import assert_same_run, run_program

import needed

h5py = needed.module("h5py")

STEPS = 1_000_000
MORE = 120

# Rank 0 alone is interrupted, as soon as the run has written some rows.
SCRIPT = """
import os, pathlib, shutil, signal, threading, time
import mdsim
from mdsim import _core


def interrupt():
    rows = pathlib.Path("run.out/thermo.csv")
    while not rows.exists() or rows.read_bytes().count(b"\\n") < 10:
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)


def expect_interrupt(simulation, **how):
    try:
        simulation.run(**how)
    except KeyboardInterrupt:
        return
    raise AssertionError("it was not interrupted")


simulation = mdsim.Simulation("input.toml", output="run.out")
if _core.rank() == 0:
    threading.Thread(target=interrupt).start()
expect_interrupt(simulation, HOW)
at = simulation.step
assert 0 < at < STEPS, at
kept = pathlib.Path("kept.out")
if _core.rank() == 0:
    shutil.copytree("run.out", kept)
_core.barrier()
simulation.run(MORE)
simulation.close()
if _core.rank() == 0:
    print(at)
"""


def step_of(checkpoint):
    with h5py.File(checkpoint) as file:
        return int(file["step"][()].item())


@pytest.fixture
def path(liquid, tmp_path):
    """An input without checkpoints on the way."""
    stage = {"name": "measure", "ensemble": "nve", "time_step": 0.004, "steps": STEPS}
    tables = {**liquid, "stage": [stage], "checkpoint": {"every": STEPS}}
    path = tmp_path / "input.toml"
    path.write_text(tomli_w.dumps(tables))
    return path


@pytest.mark.parametrize(("how", "ranks"), [("", 1), ("", 2), ("callback=lambda s: s.thermo, every=1", 1)])
def test_ctrl_c_leaves_a_checkpoint_of_its_step(how, ranks, program, path, in_process, tmp_path):
    script = SCRIPT.replace("HOW", how).replace("STEPS", str(STEPS)).replace("MORE", str(MORE))
    done = in_process(script, ranks)
    assert done.returncode == 0, done.stdout + done.stderr
    at = int(done.stdout.split()[-1])
    assert step_of(tmp_path / "kept.out/checkpoint.h5") == at
    steps = ("--set", f"stage.0.steps={at + MORE}")
    run_program(program, path, tmp_path / "whole.out", *steps)
    run_program(program, path, tmp_path / "kept.out", "--resume", *steps)
    run_program(program, path, tmp_path / "run.out", "--resume", *steps)
    assert_same_run(program, tmp_path / "whole.out", tmp_path / "kept.out")
    assert_same_run(program, tmp_path / "whole.out", tmp_path / "run.out")


def test_ctrl_c_in_a_callback_leaves_a_checkpoint_of_its_step(path, in_process, tmp_path):
    done = in_process(
        "import os, signal, mdsim\n"
        "simulation = mdsim.Simulation('input.toml', output='run.out')\n"
        "try:\n    simulation.run(callback=lambda s: os.kill(os.getpid(), signal.SIGINT), every=7)\n"
        "except KeyboardInterrupt:\n    os._exit(simulation.step)\n"
    )
    assert done.returncode == 7, done.stdout + done.stderr
    assert step_of(tmp_path / "run.out/checkpoint.h5") == 7


@pytest.mark.parametrize("how", ["", "callback=lambda s: None, every=1"])
def test_ctrl_c_stops_a_run_without_files(how, path, in_process):
    done = in_process(
        "import os, signal, threading, mdsim\n"
        "simulation = mdsim.Simulation('input.toml')\n"
        "threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        f"try:\n    simulation.run({how})\n    raise SystemExit('was not interrupted')\n"
        "except KeyboardInterrupt:\n    at = simulation.step\n"
        "simulation.run(10)\nassert simulation.step == at + 10\n"
    )
    assert done.returncode == 0, done.stdout + done.stderr
