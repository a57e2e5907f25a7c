# SPDX-License-Identifier: BSD-3-Clause
"""The measurements. Each makes its inputs, lets the variants take turns and returns rows of figures."""

from __future__ import annotations

import shutil
from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import Any, Callable

from mdsim_tools.bench import report, running, systems
from mdsim_tools.bench.turns import (
    FIXED_SKIN,
    HOST_THREADS,
    PHASE_INTERVALS,
    Case,
    Figures,
    Measure,
    finish,
    row,
    steps_of,
    take_turns,
    work_folder,
)


def lj(args: Namespace) -> Figures:
    """The Lennard-Jones melt."""
    if args.peer and shutil.which(args.lmp) is None:
        raise running.BenchError(f"{args.lmp} was not found: install the package lammps, or leave out --peer")
    rows = []
    with work_folder(args) as folder:
        for atoms in args.atoms:
            case = Case(args, folder, atoms)
            case.melt()
            if args.peer:
                case.melt_lammps(args.lmp)
            for ranks in args.ranks:
                for threads in args.threads:
                    rows += lj_rows(args, case, ranks, threads)
    return finish(args, rows)


def lj_rows(args: Namespace, case: Case, ranks: int, threads: int) -> list[Figures]:
    """One number of atoms on one number of cores."""
    cores = ranks * threads
    steps = steps_of(args, case.atoms, cores)
    report.say(f"{case.atoms} atoms, {ranks} x {threads} cores, {steps} steps")
    fixed: dict[str, Any] = {"rebuild": "fixed", "skin": FIXED_SKIN if args.skin is None else args.skin}
    variants: dict[str, Measure] = {
        "mdsim checked": partial(case.measure, steps, ranks, threads),
        "mdsim fixed": partial(case.measure, steps, ranks, threads, **fixed),
    }
    if args.phases:
        for every in PHASE_INTERVALS:
            variants[f"mdsim every {every}"] = partial(
                case.measure, steps, ranks, threads, rebuild="fixed", every=every
            )
    if args.peer:
        variants["lmp"] = partial(case.measure_lammps, args.lmp, steps, cores, ())
        variants["lmp opt"] = partial(case.measure_lammps, args.lmp, steps, cores, ("-sf", "opt"))
    seen = take_turns(variants, args.repeat)
    rows = [
        row(
            name,
            case.atoms,
            steps,
            cores if name.startswith("lmp") else ranks,
            1 if name.startswith("lmp") else threads,
            figures,
        )
        for name, figures in seen.items()
    ]
    if args.peer:
        peer = next(r["steps_per_second"] for r in rows if r["name"] == "lmp")
        for r in rows:
            r["ratio_to_lmp"] = r["steps_per_second"] / peer
    if args.phases:
        split_steps(rows)
    return rows


def split_steps(rows: list[Figures]) -> None:
    """The time of a step without rebuilds, and of a rebuild, from two fixed intervals at one skin.

    What a device does by itself no clock of the host can part; these two equations can."""
    often, seldom = (next(r for r in rows if r["name"] == f"mdsim every {n}") for n in PHASE_INTERVALS)
    n, m = PHASE_INTERVALS
    rebuild = (1 / often["steps_per_second"] - 1 / seldom["steps_per_second"]) / (1 / n - 1 / m)
    step = 1 / seldom["steps_per_second"] - rebuild / m
    checked = next(r for r in rows if r["name"] == "mdsim checked")
    checked.update(step_seconds=step, rebuild_seconds=rebuild)
    if checked.get("rebuild_interval"):
        checked["rebuild_share"] = rebuild / checked["rebuild_interval"] * checked["steps_per_second"]


def cases(args: Namespace) -> Figures:
    """Other potentials, precisions, dynamics and output, each beside the plain liquid in the same run."""
    rows = []
    with work_folder(args) as folder:
        for atoms in args.atoms:
            plain = Case(args, folder, atoms)
            mixed = Case(args, folder, atoms, systems.KOB_ANDERSEN)
            steps = steps_of(args, plain.atoms, 2 if args.device == "cuda" else 1)  # for a few frames at least
            variants = case_variants(args, plain, mixed, steps)
            if args.only:
                variants = {n: m for n, m in variants.items() if n == "nve" or n in args.only}
            plain.melt()
            if "kob_andersen" in variants:
                mixed.melt()
            report.say(f"{plain.atoms} atoms, {steps} steps")
            seen = take_turns(variants, args.repeat)
            new = [row(name, plain.atoms, steps, 1, plain.variant().threads, f) for name, f in seen.items()]
            for r in new:
                r["ratio_to_nve"] = r["steps_per_second"] / new[0]["steps_per_second"]
                r["pair_ratio_to_nve"] = r["pair_rate"] / new[0]["pair_rate"]
            add_output_costs(new, seen)
            rows += new
    return finish(args, rows)


def case_variants(args: Namespace, plain: Case, mixed: Case, steps: int) -> dict[str, Measure]:
    """What is measured beside the plain liquid."""
    cores = plain.variant().threads

    def of(case: Case, **more: Any) -> Measure:
        return lambda: case.measure(steps, 1, cores, **more)

    variants = {"nve": of(plain)}
    if args.precision == "mixed":
        variants["double"] = of(plain, precision="double")
    variants.update(
        {
            "table": of(plain, model=systems.TABLE),
            **{name: of(plain, model=model) for name, model in systems.FORMULAS.items()},
            "kob_andersen": of(mixed),
            "langevin": of(plain, dynamics=systems.LANGEVIN),
            "nose_hoover every 1": of(plain, dynamics=systems.nose_hoover(1)),
            "nose_hoover every 10": of(plain, dynamics=systems.nose_hoover(10)),
            "velocity_rescaling every 10": of(plain, dynamics=systems.coupled("velocity_rescaling", 10)),
            "strained": of(plain, dynamics=systems.STRAINED),
            "cell_rescaling every 10": of(plain, dynamics=systems.constant_pressure(10)),
            "mtk": of(plain, dynamics=systems.PISTON),
            "thermo every 100": of(plain, thermo_every=100),
            "thermo every 10": of(plain, thermo_every=10),
            "pressure tensor every 10": of(plain, more_text=systems.STRESS),
            "frame every 1000": of(plain, frames_every=1000),
            "msd and g(r) every 100": of(plain, more_text=systems.OBSERVED),
        }
    )
    return variants


def add_output_costs(rows: list[Figures], seen: dict[str, list[Figures]]) -> None:
    """By the whole time, from the first step until all files are whole."""
    whole = {name: max(f["whole_rate"] for f in figures) for name, figures in seen.items()}
    for r in rows:
        if r["name"].startswith(("thermo", "pressure", "frame", "msd")):
            r["cost"] = whole["nve"] / whole[r["name"]] - 1


def layouts(args: Namespace, numbers: list[int]) -> list[tuple[int, int]]:
    """For each number of cores: all as ranks, all as threads; for each number of GPUs: a rank for each."""
    if args.device == "cuda":
        return [(n, max(1, min(HOST_THREADS, len(running.cores()) // n))) for n in numbers]
    found = []
    for n in numbers:
        found += [(n, 1)] if n == 1 else [(n, 1), (1, n)]
    return found


def scaling(args: Namespace) -> Figures:
    """Several ranks and threads beside one."""
    there = len(running.cores())
    numbers = (
        args.gpus if args.device == "cuda" else args.cores or [2**k for k in range(there.bit_length()) if 2**k <= there]
    )
    rows = []
    with work_folder(args) as folder:
        for atoms in args.atoms:
            if args.weak:
                rows += weak_rows(args, folder, atoms, numbers)
                continue
            case = Case(args, folder, atoms, systems.DROPLET if args.droplet else systems.LJ)
            case.melt()
            steps = steps_of(args, case.atoms)
            report.say(f"{case.atoms} atoms, {steps} steps")
            ways = [(r, t, way) for r, t in layouts(args, numbers) for way in (args.transport if r > 1 else [""])]
            variants: dict[str, Measure] = {
                f"{r} x {t} {way}": partial(case.measure, steps, r, t, transport=way) for r, t, way in ways
            }
            seen = take_turns(variants, args.repeat)
            new = [
                row(f"mdsim checked{way and ', '}{way}", case.atoms, steps, r, t, seen[f"{r} x {t} {way}"])
                for r, t, way in ways
            ]
            for r in new:
                r["ratio_to_one_gpu" if args.device == "cuda" else "ratio_to_one_core"] = (
                    r["steps_per_second"] / new[0]["steps_per_second"]
                )
            rows += new
    return finish(args, rows, system="droplet" if args.droplet else "liquid")


def weak_rows(args: Namespace, folder: Path, atoms: int, numbers: list[int]) -> list[Figures]:
    """A box for each number of ranks, with as many atoms for each of them; all from the crystal or a melt."""
    rows = []
    for ranks, threads in layouts(args, numbers):
        if threads > 1 and args.device == "cpu":
            continue
        case = Case(args, folder, atoms, bricks=systems.bricks_for(ranks))
        case.melt()
        steps = steps_of(args, case.atoms, ranks)
        report.say(f"{case.atoms} atoms on {ranks}, {steps} steps")
        seen = take_turns({"mdsim checked": partial(case.measure, steps, ranks, threads)}, args.repeat)
        rows.append(row("mdsim checked", case.atoms, steps, ranks, threads, seen["mdsim checked"]))
        rows[-1]["weak_efficiency"] = rows[-1]["steps_per_second"] / rows[0]["steps_per_second"]
    return rows


def output(args: Namespace) -> Figures:
    """Speed is steps over the whole time here, from the first step until all files are whole."""
    rows = []
    threads = len(running.cores())
    with work_folder(args) as folder:
        for atoms in args.atoms:
            case = Case(args, folder, atoms)
            case.melt()
            steps = args.steps or 1000

            def whole(case: Case = case, steps: int = steps, **output: Any) -> Figures:
                figures = case.measure(steps, 1, threads, as_users=True, **output)
                return {**figures, "speed": figures["whole_rate"]}

            seen = take_turns(output_variants(args, whole), args.repeat)
            new = [row(name, case.atoms, steps, 1, threads, figures) for name, figures in seen.items()]
            for r in new:
                r["cost"] = new[0]["steps_per_second"] / r["steps_per_second"] - 1
            rows += new
    return finish(args, rows, frames_every=args.every, checkpoints_every=args.checkpoint_every)


def output_variants(args: Namespace, whole: Callable[..., Figures]) -> dict[str, Measure]:
    """Without output, and with what is asked for."""
    variants = {"no output": whole}
    if args.every:
        variants[f"frame every {args.every}"] = lambda: whole(frames_every=args.every)
    if args.every and args.decimals is not None:
        variants[f"frame every {args.every}, {args.decimals} decimals"] = lambda: whole(
            frames_every=args.every, frame_decimals=args.decimals
        )
    if args.checkpoint_every:
        variants[f"checkpoint every {args.checkpoint_every}"] = lambda: whole(checkpoints_every=args.checkpoint_every)
    return variants
