# SPDX-License-Identifier: BSD-3-Clause
"""Starts the programs, pinned to cores, and reads from their files and words how fast they were."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mdsim_tools.outputs import summary
from mdsim_tools.program import AnyPath, Environment, Program

HERE = Path(__file__).resolve().parent
HALO_BYTES = {"mixed": 16, "double": 32}  # of a position


class BenchError(Exception):
    """What the user must know."""


def cores() -> list[int]:
    """The cores that this process may use."""
    return sorted(os.sched_getaffinity(0))


def is_open_mpi() -> bool:
    """Whether the mpirun here is that of Open MPI."""
    if shutil.which("mpirun") is None:
        return False
    said = subprocess.run(["mpirun", "--version"], capture_output=True, text=True, check=False)
    return "Open MPI" in said.stdout


def package_of(mdsim: Path) -> Path:
    """Where the Python package of a build lies, for PYTHONPATH."""
    package = mdsim.parent / "python"
    if not (package / "mdsim").is_dir():
        raise BenchError(f"there is no {package / 'mdsim'}: build the Python package, see docs/python.md")
    return package


class Pinned(Program):
    """A program whose ranks are pinned to cores of their own, as far as there are cores."""

    def __init__(self, path: AnyPath, folder: Path, threads: int) -> None:
        super().__init__(shutil.which(path) or path, folder)
        self.threads = threads

    def environment(self, extra: Environment = None) -> dict[str, str]:
        """That of the user, with so many threads that stay where they are."""
        return {**os.environ, "OMP_NUM_THREADS": str(self.threads), "OMP_PROC_BIND": "true", **(extra or {})}

    def command(self, arguments: Sequence[AnyPath], ranks: int = 1) -> list[str]:
        """The words that start it, after those that pin it."""
        mine = ",".join(map(str, cores()))
        words = [self.path, *map(str, arguments)]
        if ranks == 1:
            here = ",".join(mine.split(",")[: self.threads])
            return ["taskset", "-c", here, *words] if shutil.which("taskset") else words
        if shutil.which("mpirun") is None:
            raise BenchError("several ranks need mpirun, which was not found")
        flags = []
        if is_open_mpi():
            flags = ["--bind-to", "none"] + (["--allow-run-as-root"] if os.geteuid() == 0 else [])
        return ["mpirun", *flags, "-n", str(ranks), str(HERE / "pin"), str(self.threads), mine, *words]

    def words_of(self, *arguments: AnyPath, ranks: int = 1) -> str:
        """What a call printed, which must end well."""
        if ranks * self.threads > len(cores()):
            print(f"bench: {ranks} ranks of {self.threads} threads share {len(cores())} cores", file=sys.stderr)
        result = self.call(arguments, ranks)
        if result.code != 0:
            tail = "\n".join(result.words.splitlines()[-15:])
            raise BenchError(f"{self.path} {' '.join(map(str, arguments))} failed with status {result.code}:\n{tail}")
        return result.words


def run_mdsim(mdsim: Path, text: str, folder: Path, name: str, ranks: int = 1, threads: int = 1) -> dict[str, Any]:
    """Runs mdsim on an input and returns its figures; the output folder is NAME.out.

    They come from the run's summary.json; programs without one are read from their last words."""
    (folder / f"{name}.toml").write_text(text)
    shutil.rmtree(folder / f"{name}.out", ignore_errors=True)
    said = Pinned(mdsim, folder, threads).words_of(f"{name}.toml", ranks=ranks)
    figures = mdsim_figures(said)
    output = folder / f"{name}.out"
    if (output / "summary.json").exists():
        figures.update(summary_figures(summary(output)))
    return figures


def first_number(pattern: str, text: str) -> float | None:
    """The same as a number."""
    found = first_word(pattern, text)
    return None if found is None else float(found)


def first_word(pattern: str, text: str) -> str | None:
    """The first group of the first place where a pattern fits."""
    found = re.search(pattern, text)
    return found.group(1) if found else None


def mdsim_figures(said: str) -> dict[str, Any]:
    """The figures of the report with which a run of mdsim closes."""
    rate = first_number(r"after [^:]+: ([0-9.e+]+) steps/s", said)
    if rate is None:
        raise BenchError("the output of mdsim holds no report:\n" + said[-500:])
    phases = {
        m.group(1).strip(): float(m.group(2))
        for m in re.finditer(r"^  (\S[^\n]*?) +([0-9.]+) s +[0-9.]+ %$", said, re.MULTILINE)
    }
    return {
        "whole_rate": rate,  # from the first step until all files are closed [steps/s]
        "loop_seconds": sum(phases.values()),
        "phases": phases,
        "bytes_per_atom": first_number(r"memory: ([0-9.]+) bytes per atom", said),
        "rebuild_interval": first_number(r"list rebuilds: \d+, every ([0-9.]+) steps", said),
        "unsafe_steps": int(first_number(r"WARNING: on (\d+) steps?", said) or 0),
        "kernels": first_word(r"(\w+) kernels", said),
    }


def summary_figures(found: dict[str, Any]) -> dict[str, Any]:
    """The same figures with all their digits, from summary.json."""
    rebuilds, lists, atoms = found["rebuilds"], found["exchange"], found["atoms"]
    return {
        "loop_seconds": found["seconds"],
        "phases": {name: seconds for name, seconds in found["phase_seconds"].items() if seconds > 0},
        "bytes_per_atom": found["bytes_per_atom"],
        "rebuild_interval": rebuilds["steps_between"] / rebuilds["count"] if rebuilds["count"] else None,
        "unsafe_steps": rebuilds["unsafe_steps"],
        "kernels": found["simd"],
        "device": found.get("device", "cpu"),
        "entries_per_atom": lists.get("list_entries", 0) / atoms or None,
        "slots_per_atom": lists.get("list_slots", 0) / atoms or None,
        "listed_pairs_per_atom": lists.get("list_pairs", 0) / atoms or None,
        "waited_per_step": lists.get("mean_seconds_waited", 0) / max(1, found["steps"]) or None,
        "seconds_waited": lists.get("seconds_waited") if found["ranks"] > 1 else None,
        "halo_bytes_per_step": lists.get("halo_atoms", 0) / found["ranks"] * HALO_BYTES[found["precision"]] or None,
    }


def run_lammps(lmp: str, text: str, folder: Path, name: str, ranks: int, options: Sequence[str] = ()) -> float:
    """Runs LAMMPS on a script, one core a rank, and returns the time of its last loop [s]."""
    (folder / f"{name}.in").write_text(text)
    said = Pinned(lmp, folder, 1).words_of(*options, "-in", f"{name}.in", "-log", "none", ranks=ranks)
    loops = re.findall(r"^Loop time of ([0-9.e+-]+) on", said, re.MULTILINE)
    if not loops:
        raise BenchError("the output of LAMMPS holds no loop time:\n" + said[-500:])
    return float(loops[-1])
