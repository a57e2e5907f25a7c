# SPDX-License-Identifier: BSD-3-Clause
"""Runs under `mdsim supervise`, which a test interrupts."""

import json
import os
import re
import subprocess
import time

LIQUID = """
[units]
system = "lj"
[run]
threads = 1
device = "DEVICE"
seed = 3
[system.lattice]
type = "fcc"
density = 0.8442
cells = [CELLS, CELLS, CELLS]
species = ["A"]
[[species]]
name = "A"
mass = 1.0
[pair]
cutoff = 2.5
[[pair.potential]]
species = ["A", "A"]
type = "lennard_jones"
epsilon = 1.0
sigma = 1.0
[velocity]
temperature = 1.44
[[stage]]
name = "heat"
ensemble = "langevin"
temperature = 1.0
friction = 1.0
time_step = 0.004
steps = 400
[[stage]]
name = "measure"
ensemble = "nose_hoover"
temperature = 1.0
relaxation_time = 0.5
time_step = 0.004
steps = STEPS
[thermo]
every = 50
[trajectory]
every = 400
"""
AS_ROOT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}  # as in containers
MPIRUN = "mpirun --oversubscribe --bind-to none"


def text_of(steps, device="cpu", cells=10):
    return LIQUID.replace("STEPS", str(steps)).replace("DEVICE", device).replace("CELLS", str(cells))


class Supervised:
    """A supervised run in a folder: on as many ranks as a file says, or as there are GPUs."""

    def __init__(self, binary, folder, text, *options, counts_gpus=False):
        self.folder = folder
        self.ranks = folder / "ranks"
        self.notice = folder / "notice"
        self.input = folder / "liquid.toml"
        self.output = folder / "liquid.out"
        self.input.write_text(text)
        self.ranks.write_text("1\n")
        self.words = [str(binary), "supervise", str(self.input)]
        self.words += [] if counts_gpus else ["--ranks-command", f"cat {self.ranks}"]
        self.words += ["--mpirun", MPIRUN, "--notice-file", str(self.notice), "--look-every", "0.1", "--pause", "0.1"]
        self.words += [*options, "--output", str(self.output), "--quiet"]
        self.process = None

    def start(self, more=(), env=None):
        """Starts the supervisor; `env` is added to its environment."""
        log = (self.folder / "log").open("a")
        self.process = subprocess.Popen(
            [*self.words, *more],
            cwd=self.folder,
            env={**AS_ROOT, **(env or {})},
            stdout=log,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def ended(self):
        return self.process.poll() is not None

    def progress(self):
        try:
            return json.loads((self.output / "progress.json").read_text())
        except (OSError, ValueError):
            return {"step": 0, "state": "none"}

    def log(self):
        return (self.folder / "log").read_text()

    def ranks_of_last_part(self):
        return int(re.findall(r"part \d+ on (\d+) rank", self.log())[-1])

    def wait_until(self, happened, seconds=120):
        deadline = time.monotonic() + seconds
        while not happened() and time.monotonic() < deadline:
            if self.ended():
                return
            time.sleep(0.05)
        assert happened() or self.ended(), self.log()


def undisturbed(binary, folder, text):
    path = folder / "whole.toml"
    path.write_text(text)
    output = folder / "whole.out"
    subprocess.run([str(binary), str(path), "--output", str(output), "--quiet"], check=True, timeout=600)
    return output


def assert_same_end(binary, one, other):
    done = subprocess.run(
        [str(binary), "compare", str(one), str(other)], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (one / "thermo.csv").read_bytes() == (other / "thermo.csv").read_bytes()


def is_running(run):
    return run.progress()["state"] == "running"
