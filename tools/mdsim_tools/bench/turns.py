# SPDX-License-Identifier: BSD-3-Clause
"""What all measurements share: the runs of one system, turns of its variants, and rows of their figures."""

from __future__ import annotations

import contextlib
import math
import tempfile
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Callable

from mdsim_tools.bench import ceilings, machine, report, running, systems
from mdsim_tools.interpreters import ROOT
from mdsim_tools.statistics import spread

Figures = dict[str, Any]
Measure = Callable[[], Figures]

ATOM_STEPS = {"cpu": 8e7, "cuda": 1e10}  # of one measurement: some seconds on one core, or on a GPU
MOST_STEPS = {"cpu": 5000, "cuda": 100000}
HOST_THREADS = 8  # beside a GPU, at most
CHECKPOINT_PHASE = "sums and output"  # without frames and rows it holds the checkpoint at the end, which is not counted
FIXED_SKIN = 0.3
PHASE_INTERVALS = (4, 20)
REBUILD_CYCLE = 20  # LAMMPS and the fixed variant rebuild this often


@contextlib.contextmanager
def work_folder(args: Namespace) -> Iterator[Path]:
    """Where to work: in the folder to keep, or in one that goes."""
    if args.keep:
        args.keep.mkdir(parents=True, exist_ok=True)
        yield args.keep.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="mdsim-bench-") as folder:
        yield Path(folder)


def program(args: Namespace) -> Path:
    """The program to measure."""
    mdsim = (args.mdsim or ROOT / "build" / "mdsim").resolve()
    if not mdsim.exists():
        raise running.BenchError(f"there is no {mdsim}: build it with tools/run, or name one with --mdsim")
    return mdsim


def steps_of(args: Namespace, atoms: int, cores: int = 1) -> int:
    """As asked for, or enough for some seconds; whole cycles of rebuilding."""
    enough = min(MOST_STEPS[args.device], max(100, ATOM_STEPS[args.device] * cores / atoms))
    return max(REBUILD_CYCLE, round((args.steps or enough) / REBUILD_CYCLE) * REBUILD_CYCLE)


class Case:
    """A melted liquid, and the variants that are measured on it."""

    def __init__(
        self,
        args: Namespace,
        folder: Path,
        atoms: int,
        model: systems.Model = systems.LJ,
        bricks: systems.Bricks = (1, 1, 1),
    ) -> None:
        self.args, self.folder, self.model, self.bricks = args, folder, model, bricks
        self.mdsim = program(args)
        self.cells = systems.cells_for(atoms)
        self.atoms = 4 * self.cells**3 * math.prod(bricks)
        self.melted = f"melt-{model.name}-{self.cells}-{math.prod(bricks)}"
        self.start = f"{self.melted}.out/trajectory.h5md"
        self.restart = f"melt-{self.cells}.restart"

    def variant(self, threads: int = 1, as_users: bool = False, **more: Any) -> systems.Variant:
        """What all variants have in common, and how this one differs; `as_users`: with all threads beside a GPU too."""
        if self.args.device == "cuda" and not as_users:
            threads = min(HOST_THREADS, len(running.cores()))
        common = {
            "model": self.model,
            "precision": self.args.precision,
            "device": self.args.device,
            "threads": threads,
            "skin": self.args.skin,
        }
        return systems.Variant(**{**common, **more})

    def melt(self) -> None:
        """Without a melt, runs begin with the crystal."""
        if self.args.melt == 0:
            return
        report.say(f"melting {self.atoms} atoms of {self.model.name} with mdsim")
        threads = len(running.cores())
        v = self.variant(
            threads, precision="mixed", skin=None if self.args.device == "cuda" else 0.3, frames_every=self.args.melt
        )
        systems.write_files(self.model, self.cells, self.folder)
        text = systems.crystal_input(v, self.cells, self.args.melt, "melt", self.bricks)
        running.run_mdsim(self.mdsim, text, self.folder, self.melted, 1, threads)

    def melt_lammps(self, lmp: str) -> None:
        """The same by LAMMPS."""
        report.say(f"melting {self.atoms} atoms with LAMMPS")
        text = systems.lammps_melt(self.cells, self.args.melt, self.restart)
        running.run_lammps(lmp, text, self.folder, "melt", len(running.cores()), ("-sf", "opt"))

    def input_text(self, v: systems.Variant, steps: int) -> str:
        """The input of a variant, whose files are written."""
        systems.write_files(v.model, self.cells, self.folder)
        if self.args.melt > 0:
            return systems.measured_input(v, self.start, steps)
        return systems.crystal_input(v, self.cells, steps, bricks=self.bricks)

    def measure(self, steps: int, ranks: int = 1, threads: int = 1, more_text: str = "", **more: Any) -> Figures:
        """A run of mdsim; its figures, with its speed in steps and pairs per second. `more_text` ends the input."""
        v = self.variant(threads, **more)
        text = self.input_text(v, steps) + more_text
        figures = running.run_mdsim(self.mdsim, text, self.folder, "measure", ranks, v.threads)
        seconds = figures["loop_seconds"]
        if not v.frames_every and not v.thermo_every:
            seconds -= figures["phases"].get(CHECKPOINT_PHASE, 0)
        figures["speed"] = steps / seconds
        figures["pair_rate"] = figures["speed"] * self.atoms * v.model.pairs_per_atom()
        return figures

    def measure_lammps(self, lmp: str, steps: int, ranks: int, options: Sequence[str]) -> Figures:
        """A run of LAMMPS."""
        text = systems.lammps_measured(steps, self.restart)
        return {"speed": steps / running.run_lammps(lmp, text, self.folder, "peer", ranks, options)}


def take_turns(variants: dict[str, Measure], repeats: int) -> dict[str, list[Figures]]:
    """Calls each variant in turn, `repeats` times round; name to the list of its figures."""
    seen: dict[str, list[Figures]] = {name: [] for name in variants}
    for turn in range(repeats):
        for name, measure in variants.items():
            seen[name].append(measure())
            report.say(f"  {turn + 1}/{repeats} {name}: {seen[name][-1]['speed']:.4g} steps/s")
    return seen


def row(name: str, atoms: int, steps: int, ranks: int, threads: int, figures: list[Figures]) -> Figures:
    """The best of the repeats, with what it reported, and the spread of all."""
    speeds = [f["speed"] for f in figures]
    best = max(figures, key=lambda f: f["speed"])
    result = {
        "name": name,
        "atoms": atoms,
        "ranks": ranks,
        "threads": threads,
        "steps": steps,
        "speeds": speeds,
        "steps_per_second": best["speed"],
        "atom_steps_per_second": best["speed"] * atoms,
        "spread": spread(speeds),
    }
    for key in (
        "phases",
        "bytes_per_atom",
        "rebuild_interval",
        "unsafe_steps",
        "kernels",
        "device",
        "pair_rate",
        "entries_per_atom",
        "slots_per_atom",
        "listed_pairs_per_atom",
        "waited_per_step",
        "seconds_waited",
        "halo_bytes_per_step",
        "packed",
        "sent_share",
        "measured_bandwidth",
    ):
        if best.get(key) is not None:
            result[key] = best[key]
    return result


def finish(args: Namespace, rows: list[Figures], **settings: Any) -> Figures:
    """All that is to be kept of a measurement, which is printed."""
    lmp = args.lmp if getattr(args, "peer", False) else None
    common = {
        "precision": args.precision,
        "skin": "automatic" if args.skin is None else args.skin,
        "device": args.device,
        "melt_steps": args.melt,
        "repeats": args.repeat,
        "density": systems.DENSITY,
        "temperature": systems.TEMPERATURE,
        "cutoff": systems.CUTOFF,
        "time_step": systems.TIME_STEP,
    }
    measured = {
        "what": args.what,
        **machine.circumstances(program(args), lmp, args.device),
        "settings": {**common, **settings},
        "rows": rows,
    }
    ceilings.add(measured)
    print(report.table(measured))
    return measured
