# SPDX-License-Identifier: BSD-3-Clause
"""Starts the programs, pinned to cores, and reads from their files and words how fast they were."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
HALO_BYTES = {"mixed": 16, "double": 32}  # of a position


class BenchError(Exception):
    """What the user must know."""


def cores():
    """The cores that this process may use."""
    return sorted(os.sched_getaffinity(0))


def is_open_mpi():
    if shutil.which("mpirun") is None:
        return False
    said = subprocess.run(["mpirun", "--version"], capture_output=True, text=True, check=False)
    return "Open MPI" in said.stdout


def command_line(program, ranks, threads):
    """The words before a program that pin each rank to cores of its own, as far as there are cores."""
    mine = cores()
    if ranks == 1:
        if shutil.which("taskset") is None:
            return list(program)
        return ["taskset", "-c", ",".join(map(str, mine[:threads]))] + list(program)
    if shutil.which("mpirun") is None:
        raise BenchError("several ranks need mpirun, which was not found")
    flags = []
    if is_open_mpi():
        flags = ["--bind-to", "none"] + (["--allow-run-as-root"] if os.geteuid() == 0 else [])
    return ["mpirun", *flags, "-n", str(ranks), str(HERE / "pin"), str(threads), ",".join(map(str, mine)), *program]


def run(program, folder, ranks, threads):
    """Runs a program in a folder and returns what it printed."""
    if ranks * threads > len(cores()):
        print(f"bench: {ranks} ranks of {threads} threads share {len(cores())} cores", file=sys.stderr)
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads), OMP_PROC_BIND="true")
    done = subprocess.run(
        command_line(program, ranks, threads),
        cwd=folder,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode != 0:
        tail = "\n".join(done.stdout.splitlines()[-15:])
        raise BenchError(f"{' '.join(map(str, program))} failed with status {done.returncode}:\n{tail}")
    return done.stdout


def run_mdsim(mdsim, text, folder, name, ranks=1, threads=1):
    """Runs mdsim on an input and returns its figures; the output folder is NAME.out.

    They come from the run's summary.json; programs without one are read from their last words."""
    (folder / f"{name}.toml").write_text(text)
    shutil.rmtree(folder / f"{name}.out", ignore_errors=True)
    said = run([str(mdsim), f"{name}.toml"], folder, ranks, threads)
    summary = folder / f"{name}.out" / "summary.json"
    figures = mdsim_figures(said)
    if summary.exists():
        figures.update(summary_figures(json.loads(summary.read_text())))
    return figures


def first_number(pattern, text, default=None):
    found = re.search(pattern, text)
    return float(found.group(1)) if found else default


def mdsim_figures(said):
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
        "unsafe_steps": int(first_number(r"WARNING: on (\d+) steps?", said, 0)),
        "kernels": (re.search(r"(\w+) kernels", said) or [None, None])[1],
    }


def summary_figures(summary):
    """The same figures with all their digits, from summary.json."""
    rebuilds, lists, atoms = summary["rebuilds"], summary["exchange"], summary["atoms"]
    return {
        "loop_seconds": summary["seconds"],
        "phases": {name: seconds for name, seconds in summary["phase_seconds"].items() if seconds > 0},
        "bytes_per_atom": summary["bytes_per_atom"],
        "rebuild_interval": rebuilds["steps_between"] / rebuilds["count"] if rebuilds["count"] else None,
        "unsafe_steps": rebuilds["unsafe_steps"],
        "kernels": summary["simd"],
        "device": summary.get("device", "cpu"),
        "entries_per_atom": lists.get("list_entries", 0) / atoms or None,
        "slots_per_atom": lists.get("list_slots", 0) / atoms or None,
        "listed_pairs_per_atom": lists.get("list_pairs", 0) / atoms or None,
        "waited_per_step": lists.get("mean_seconds_waited", 0) / max(1, summary["steps"]) or None,
        "seconds_waited": lists.get("seconds_waited") if summary["ranks"] > 1 else None,
        "halo_bytes_per_step": lists.get("halo_atoms", 0) / summary["ranks"] * HALO_BYTES[summary["precision"]] or None,
    }


def run_lammps(lmp, text, folder, name, ranks, options=()):
    """Runs LAMMPS on a script, one core a rank, and returns the time of its last loop [s]."""
    (folder / f"{name}.in").write_text(text)
    said = run([lmp, *options, "-in", f"{name}.in", "-log", "none"], folder, ranks, 1)
    loops = re.findall(r"^Loop time of ([0-9.e+-]+) on", said, re.MULTILINE)
    if not loops:
        raise BenchError("the output of LAMMPS holds no loop time:\n" + said[-500:])
    return float(loops[-1])
