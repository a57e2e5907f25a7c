# SPDX-License-Identifier: BSD-3-Clause
"""The three measurements. Each makes its inputs, lets the variants take turns and returns rows of figures."""

import contextlib
import shutil
import tempfile
from pathlib import Path

import machine
import report
import running
import systems

ATOM_STEPS = 8e7  # of one measurement: some seconds on one core
REBUILD_CYCLE = 20  # LAMMPS and the fixed variant rebuild this often


@contextlib.contextmanager
def work_folder(args):
    if args.keep:
        args.keep.mkdir(parents=True, exist_ok=True)
        yield args.keep.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="mdsim-bench-") as folder:
        yield Path(folder)


def program(args):
    mdsim = (args.mdsim or machine.ROOT / "build" / "mdsim").resolve()
    if not mdsim.exists():
        raise running.BenchError(f"there is no {mdsim}: build it with tools/run, or name one with --mdsim")
    return mdsim


def steps_of(args, atoms, cores=1):
    """As asked for, or enough for some seconds; whole cycles of rebuilding."""
    steps = args.steps or min(5000, max(100, ATOM_STEPS * cores / atoms))
    return max(REBUILD_CYCLE, round(steps / REBUILD_CYCLE) * REBUILD_CYCLE)


class Case:
    """A melted liquid, and the variants that are measured on it."""

    def __init__(self, args, folder, atoms):
        self.args, self.folder = args, folder
        self.mdsim = program(args)
        self.cells = systems.cells_for(atoms)
        self.atoms = 4 * self.cells ** 3
        self.start = f"melt-{self.cells}.out/trajectory.h5md"
        self.restart = f"melt-{self.cells}.restart"

    def melt(self):
        report.say(f"melting {self.atoms} atoms with mdsim")
        text = systems.melt_input(self.cells, self.args.melt, "mixed", 0)
        threads = len(running.cores())
        running.run_mdsim(self.mdsim, text, self.folder, f"melt-{self.cells}", 1, threads)

    def melt_lammps(self, lmp):
        report.say(f"melting {self.atoms} atoms with LAMMPS")
        text = systems.lammps_melt(self.cells, self.args.melt, self.restart)
        running.run_lammps(lmp, text, self.folder, "melt", len(running.cores()), ("-sf", "opt"))

    def measure(self, steps, ranks=1, threads=1, rebuild="checked", frames_every=0):
        text = systems.measured_input(self.start, steps, self.args.precision, threads, self.args.skin,
                                      rebuild, frames_every)
        figures = running.run_mdsim(self.mdsim, text, self.folder, "measure", ranks, threads)
        figures["speed"] = steps / figures["loop_seconds"]
        return figures

    def measure_lammps(self, lmp, steps, ranks, options):
        text = systems.lammps_measured(steps, self.restart)
        return {"speed": steps / running.run_lammps(lmp, text, self.folder, "peer", ranks, options)}


def take_turns(variants, repeats):
    """Calls each variant in turn, `repeats` times round; name to the list of its figures."""
    seen = {name: [] for name in variants}
    for turn in range(repeats):
        for name, measure in variants.items():
            seen[name].append(measure())
            report.say(f"  {turn + 1}/{repeats} {name}: {seen[name][-1]['speed']:.4g} steps/s")
    return seen


def row(name, case, steps, ranks, threads, figures):
    """The best of the repeats, with what it told of itself, and the spread of all."""
    speeds = [f["speed"] for f in figures]
    best = max(figures, key=lambda f: f["speed"])
    result = {"name": name, "atoms": case.atoms, "ranks": ranks, "threads": threads, "steps": steps,
              "speeds": speeds, "steps_per_second": best["speed"],
              "atom_steps_per_second": best["speed"] * case.atoms,
              "spread": (max(speeds) - min(speeds)) / max(speeds)}
    for key in ("phases", "bytes_per_atom", "rebuild_interval", "unsafe_steps", "kernels"):
        if best.get(key) is not None:
            result[key] = best[key]
    return result


def finish(args, rows, **settings):
    lmp = args.lmp if getattr(args, "peer", False) else None
    common = {"precision": args.precision, "skin": args.skin, "melt_steps": args.melt, "repeats": args.repeat,
              "density": systems.DENSITY, "temperature": systems.TEMPERATURE, "cutoff": systems.CUTOFF,
              "time_step": systems.TIME_STEP}
    measured = {"what": args.what, **machine.circumstances(program(args), lmp),
                "settings": {**common, **settings}, "rows": rows}
    print(report.table(measured))
    return measured


def lj(args):
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


def lj_rows(args, case, ranks, threads):
    cores = ranks * threads
    steps = steps_of(args, case.atoms, cores)
    report.say(f"{case.atoms} atoms, {ranks} x {threads} cores, {steps} steps")
    variants = {"mdsim checked": lambda: case.measure(steps, ranks, threads),
                "mdsim fixed": lambda: case.measure(steps, ranks, threads, "fixed")}
    if args.peer:
        variants["lmp"] = lambda: case.measure_lammps(args.lmp, steps, cores, ())
        variants["lmp opt"] = lambda: case.measure_lammps(args.lmp, steps, cores, ("-sf", "opt"))
    seen = take_turns(variants, args.repeat)
    rows = [row(name, case, steps, cores if name.startswith("lmp") else ranks,
                1 if name.startswith("lmp") else threads, figures) for name, figures in seen.items()]
    if args.peer:
        peer = next(r["steps_per_second"] for r in rows if r["name"] == "lmp")
        for r in rows:
            r["ratio_to_lmp"] = r["steps_per_second"] / peer
    return rows


def layouts(cores):
    """For each number of cores: all as ranks, all as threads."""
    found = []
    for n in cores:
        found += [(n, 1)] if n == 1 else [(n, 1), (1, n)]
    return found


def scaling(args):
    there = len(running.cores())
    cores = args.cores or [2 ** k for k in range(there.bit_length()) if 2 ** k <= there]
    rows = []
    with work_folder(args) as folder:
        for atoms in args.atoms:
            case = Case(args, folder, atoms)
            case.melt()
            steps = steps_of(args, case.atoms)
            report.say(f"{case.atoms} atoms, {steps} steps")
            variants = {f"{r} x {t}": (lambda r=r, t=t: case.measure(steps, r, t)) for r, t in layouts(cores)}
            seen = take_turns(variants, args.repeat)
            new = [row("mdsim checked", case, steps, r, t, seen[f"{r} x {t}"]) for r, t in layouts(cores)]
            for r in new:
                r["ratio_to_one_core"] = r["steps_per_second"] / new[0]["steps_per_second"]
            rows += new
    return finish(args, rows)


def output(args):
    """Speed is steps over the whole time here, from the first step until all files are whole."""
    rows = []
    threads = len(running.cores())
    with work_folder(args) as folder:
        for atoms in args.atoms:
            case = Case(args, folder, atoms)
            case.melt()
            steps = args.steps or 1000

            def whole(every, case=case, steps=steps):
                figures = case.measure(steps, 1, threads, frames_every=every)
                return {**figures, "speed": figures["whole_rate"]}

            names = {"no frames": lambda: whole(0), f"frame every {args.every}": lambda: whole(args.every)}
            seen = take_turns(names, args.repeat)
            new = [row(name, case, steps, 1, threads, figures) for name, figures in seen.items()]
            for r in new:
                r["cost"] = new[0]["steps_per_second"] / r["steps_per_second"] - 1
            rows += new
    return finish(args, rows, frames_every=args.every)
