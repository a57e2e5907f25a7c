# SPDX-License-Identifier: BSD-3-Clause
"""Runs mdsim and reads what it wrote."""

import csv
import os
import shutil
import subprocess
from pathlib import Path

try:
    import h5py
except ImportError:
    h5py = None


class RunFailed(Exception):
    """A run did not end well; carries what it printed."""


def find_mdsim(given):
    """The program to validate: the one given, one on the PATH, or the newest one built here."""
    if given:
        return Path(given).resolve()
    on_path = shutil.which("mdsim")
    if on_path:
        return Path(on_path)
    root = Path(__file__).resolve().parents[2]
    built = sorted(root.glob("build*/**/mdsim"), key=lambda p: p.stat().st_mtime)
    built = [p for p in built if p.is_file() and os.access(p, os.X_OK)]
    if not built:
        raise SystemExit("validation: no mdsim found; build it, or name it with --mdsim PATH")
    return built[-1]


class Mdsim:
    """The program, with the number of ranks and the device to run it on."""

    def __init__(self, path, ranks=1, device="cpu"):
        self.path = path
        self.ranks = ranks
        self.device = device
        self.environment = dict(os.environ)
        self.environment.setdefault("OMP_NUM_THREADS", "1")
        if ranks > 1:  # for Open MPI in containers and on small machines
            self.environment.setdefault("OMPI_MCA_rmaps_base_oversubscribe", "1")
            self.environment.setdefault("OMPI_MCA_mpi_yield_when_idle", "1")
            self.environment.setdefault("OMPI_MCA_hwloc_base_binding_policy", "none")
            if os.geteuid() == 0:
                self.environment.setdefault("OMPI_ALLOW_RUN_AS_ROOT", "1")
                self.environment.setdefault("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")

    def call(self, arguments, folder="."):
        """Runs the program; returns its exit code and what it printed."""
        launcher = ["mpirun", "-n", str(self.ranks)] if self.ranks > 1 else []
        done = subprocess.run(
            launcher + [str(self.path)] + [str(a) for a in arguments],
            cwd=folder,
            env=self.environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        return done.returncode, done.stdout

    def version(self):
        return self.call(["--version"])[1].strip()

    def device_name(self):
        """What the program calls the device that it would use."""
        if self.device == "cpu":
            return "CPU"
        line = next((x for x in self.call(["doctor"])[1].splitlines() if x.startswith("GPU ")), "GPU unknown")
        return line[4:].strip()

    def run(self, toml, output, precision, settings=None):
        """Runs an input with some keys replaced; returns the output folder."""
        arguments = [
            toml,
            "--output",
            output,
            "--quiet",
            "--overwrite",
            "--set",
            f"run.precision={precision}",
            "--set",
            f"run.device={self.device}",
        ]
        for key, value in (settings or {}).items():
            arguments += ["--set", f"{key}={value}"]
        code, text = self.call(arguments)
        if code != 0:
            raise RunFailed(f"{toml} ended with code {code}: {text.strip()[-2000:]}")
        return Path(output)


def thermo(folder):
    """thermo.csv as a list of numbers for each column."""
    with open(Path(folder) / "thermo.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    names = [name.split(" [")[0] for name in rows[0]]
    return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(names)}


def rdf(folder):
    """r and g(r) of all atoms."""
    with open(Path(folder) / "rdf.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))[1:]
    return [float(row[0]) for row in rows], [float(row[1]) for row in rows]


def last_frame(folder, element):
    """An element of the last frame of the trajectory, one row an atom; None without h5py."""
    if h5py is None:
        return None
    with h5py.File(Path(folder) / "trajectory.h5md", "r") as file:
        return file[f"particles/system/{element}/value"][-1].tolist()


def edges(folder):
    """The edge vectors of the last frame; None without h5py."""
    if h5py is None:
        return None
    with h5py.File(Path(folder) / "trajectory.h5md", "r") as file:
        return file["particles/system/box/edges/value"][-1].tolist()
