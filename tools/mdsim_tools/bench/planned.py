# SPDX-License-Identifier: BSD-3-Clause
"""What mdsim plan forecasts of a run on each number of ranks, beside the run itself."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from argparse import ArgumentParser, Namespace
from functools import partial
from typing import Any

from mdsim_tools.bench import report, running
from mdsim_tools.bench.turns import Case, Figures, Measure, finish, row, steps_of, take_turns, work_folder
from mdsim_tools.outputs import summary

RUN_LENGTH = 4  # of usual measurements: a plan stands for more than it measures
FRAMES_EVERY, THERMO_EVERY = 500, 20
INPUT = "planned.toml"


def measure(args: Namespace) -> Figures:
    """The liquid, with frames and rows: a plan first, then runs from start to end, which take turns."""
    rows = []
    with work_folder(args) as folder:
        for atoms in args.atoms:
            case = Case(args, folder, atoms)
            case.melt()
            steps = args.steps or RUN_LENGTH * steps_of(args, case.atoms)
            variant = case.variant(frames_every=FRAMES_EVERY, thermo_every=THERMO_EVERY)
            (folder / INPUT).write_text(case.input_text(variant, steps))
            report.say(f"{case.atoms} atoms, {steps} steps")
            layouts = {name_of(layout["ranks"], args.device): layout for layout in plan(args, case)}
            runs: dict[str, Measure] = {n: partial(run, case, steps, at["ranks"]) for n, at in layouts.items()}
            for name, figures in take_turns(runs, args.repeat).items():
                of_run = row(name, case.atoms, steps, layouts[name]["ranks"], variant.threads, figures)
                rows.append(beside_plan(of_run, layouts[name], [f["whole_seconds"] for f in figures]))
    return finish(args, rows, plan_seconds=args.seconds, frames_every=FRAMES_EVERY, thermo_every=THERMO_EVERY)


def name_of(ranks: int, device: str) -> str:
    """Says also where ranks have no cores of their own."""
    cores = len(running.cores())
    shared = "" if device == "cuda" or ranks <= cores else f", on {cores} cores"
    return f"{ranks} rank{'s' if ranks > 1 else ''}{shared}"


def environment(more: dict[str, str] | None = None) -> dict[str, str]:
    """That of the user; Open MPI may start more ranks than there are cores."""
    return {**os.environ, "OMPI_MCA_rmaps_base_oversubscribe": "1", **(more or {})}


def plan(args: Namespace, case: Case) -> list[dict[str, Any]]:
    """What the command says of each number of ranks."""
    package = running.package_of(case.mdsim)
    numbers = ",".join(map(str, args.ranks))
    words = [args.python, "-m", "mdsim", "plan", INPUT, "--gpus" if args.device == "cuda" else "--ranks", numbers]
    words += ["--seconds", f"{args.seconds:g}", "--json", "plan.json"]
    more = {"PYTHONPATH": str(package), "MDSIM_PROGRAM": str(case.mdsim)}
    done = subprocess.run(words, cwd=case.folder, env=environment(more), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise running.BenchError(f"{' '.join(words)} failed:\n{done.stderr[-2000:]}")
    print(done.stdout)
    layouts: list[dict[str, Any]] = json.loads((case.folder / "plan.json").read_text())["layouts"]
    return layouts


def run(case: Case, steps: int, ranks: int) -> Figures:
    """The whole run as a user starts it, whose cores the system chooses; from its start to its end."""
    output = case.folder / "planned.out"
    shutil.rmtree(output, ignore_errors=True)
    launcher = ["mpirun", "--bind-to", "none", "-n", str(ranks)] if ranks > 1 else []
    words = [*launcher, str(case.mdsim), INPUT, "--output", str(output), "--quiet"]
    begin = time.monotonic()
    done = subprocess.run(words, cwd=case.folder, env=environment(), capture_output=True, text=True, check=False)
    seconds = time.monotonic() - begin
    if done.returncode != 0:
        raise running.BenchError(f"{' '.join(words)} failed:\n{done.stderr[-2000:]}")
    figures = running.summary_figures(summary(output))
    return {**figures, "speed": steps / figures["loop_seconds"], "whole_seconds": seconds}


def beside_plan(of_run: Figures, layout: dict[str, Any], seconds: list[float]) -> Figures:
    """A row with what was forecast, and by how much the mean of the runs differs from it."""
    return {
        **of_run,
        "forecast_seconds": layout["seconds"],
        "forecast_error": layout["error"],
        "known_by": layout["source"],
        "run_seconds": seconds,
        "run_to_forecast": sum(seconds) / len(seconds) / layout["seconds"] - 1,
    }


def add_arguments(parser: ArgumentParser) -> None:
    """Those of this measurement alone."""
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2, 3, 4], help="numbers of ranks (1 2 3 4)")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each measurement of the plan (5)")
    parser.add_argument("--python", default=sys.executable, help="interpreter that has NumPy (that of tools/bench)")
