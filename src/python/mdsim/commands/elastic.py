# SPDX-License-Identifier: BSD-3-Clause
"""`mdsim elastic INPUT`: elastic constants at rest, from the stress of strained boxes whose atoms are relaxed."""

from __future__ import annotations

import argparse
import json
import math
import shlex
import sys
from pathlib import Path
from typing import Any

from mdsim.commands.targets import named_after, replace
from mdsim.elastic.derived import Relaxation, largest_time_step
from mdsim.elastic.measurement import measure
from mdsim.elastic.runs import Launch, check
from mdsim.elastic.text import as_json, text_of, warnings_of
from mdsim.inputs import read_input
from mdsim.program import find_program
from mdsim.tables import Tables, tables_for

COUPLINGS = ("isotropic", "semi_isotropic", "anisotropic", "full")
USUAL = {"lj": (0.005, 1e-6, 1e-4), "metal": (0.001, 1e-6, 1.0), "real": (1.0, 1e-6, 1.0), "nano": (0.001, 4e-5, 1.0)}
"""time step, tolerances of force and pressure in each system of units"""


def add_to(commands: Any) -> None:
    """Adds the command to the parser."""
    words = "elastic constants at rest: strain the box a little, relax the atoms, read the stress"
    parser = commands.add_parser("elastic", help=words, description=words, allow_abbrev=False)
    parser.add_argument("input", metavar="INPUT.toml", type=Path, help="input file, whose stages are not run")
    parser.add_argument("--strain", type=float, default=1e-3, help="of each component, with either sign (1e-3)")
    parser.add_argument("--unrelaxed", action="store_true", help="show those of atoms that are carried along, too")
    _add_relaxation(parser)
    parser.add_argument("--ranks", metavar="N", type=int, default=1, help="of each run (1)")
    parser.add_argument("--mpirun", default="mpirun", help="the launcher of several ranks, with its options (mpirun)")
    parser.add_argument("--set", metavar="KEY=VALUE", action="append", default=[], help="replace a key of the input")
    parser.add_argument(
        "--output", metavar="FOLDER", type=Path, help="folder of the runs (input's name with .elastic, here)"
    )
    parser.add_argument("--json", metavar="FILE", type=Path, help="write all numbers there, too")
    parser.set_defaults(run=run)


def _add_relaxation(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--pressure", metavar="P", type=float, help="relax the box to this pressure first, in the unit of the input"
    )
    parser.add_argument("--pressure-tolerance", metavar="P", type=float, help="of that (1 bar, 1 atm, 1e-4 in lj)")
    parser.add_argument("--coupling", choices=COUPLINGS, default="full", help="which edges relax together (full)")
    parser.add_argument(
        "--force-tolerance",
        metavar="F",
        type=float,
        help="the largest force on an atom at rest, in the unit of the input",
    )
    parser.add_argument("--steps", type=int, default=10000, help="in which atoms must come to rest (10000)")
    parser.add_argument("--time-step", metavar="T", type=float, help="of relaxation (the longest of all stages)")


def run(words: argparse.Namespace) -> None:
    """Prints the constants."""
    expect_numbers(words)
    text = read_input(words.input)
    folder: Path = words.output or Path(named_after(str(words.input.with_suffix("")), "elastic"))
    if (folder / "thermo.csv").exists():
        raise ValueError(f"--output: {folder} holds a run; name another folder")
    tables = tables_for(text, words.set, folder)
    expect_periodic(tables, words.input)
    relaxation = relaxation_of(words, tables)
    launch = Launch(find_program("elastic"), tuple(shlex.split(words.mpirun)), words.ranks)
    if tables.get("stage"):
        check(launch, words.input, words.set, folder)
    folder.mkdir(parents=True, exist_ok=True)
    measured = measure(launch, tables, relaxation, words.strain, folder, progress)
    print(text_of(measured, str(words.input), unrelaxed=words.unrelaxed))
    for warning in warnings_of(measured):
        progress(f"warning: {warning}")
    if words.json:
        content = {"input": str(words.input), **as_json(measured, unrelaxed=words.unrelaxed)}
        replace(words.json, (json.dumps(content, indent=1) + "\n").encode())


def expect_numbers(words: argparse.Namespace) -> None:
    """Raises ValueError where an option is out of range."""
    if not 0 < words.strain <= 0.1:
        raise ValueError(f"--strain: found {words.strain:g}; it must be above 0 and at most 0.1")
    if not math.isfinite(words.pressure or 0):
        raise ValueError("--pressure: must be a number")
    if min(words.ranks, words.steps) < 1:
        raise ValueError("--ranks and --steps must be at least 1")
    for name in ("pressure_tolerance", "force_tolerance", "time_step"):
        number = getattr(words, name)
        if number is not None and not number > 0:
            raise ValueError(f"--{name.replace('_', '-')}: found {number:g}; it must be above 0")
    if words.pressure_tolerance is not None and words.pressure is None:
        raise ValueError("--pressure-tolerance has a meaning only with --pressure, with which the box relaxes")


def expect_periodic(tables: Tables, source: Path) -> None:
    """Raises ValueError where a direction is open: nothing holds a strain there."""
    periodic = tables.get("box", {}).get("periodic", [])
    if not all(periodic):
        raise ValueError(f"{source}: box.periodic: elastic constants need a box that repeats in all directions")


def relaxation_of(words: argparse.Namespace, tables: Tables) -> Relaxation:
    """As the words ask for, otherwise as usual in the units of the input."""
    time_step, force, pressure = USUAL[units_of(tables)]
    return Relaxation(
        steps=words.steps,
        time_step=words.time_step or largest_time_step(tables, time_step),
        force_tolerance=words.force_tolerance or force,
        pressure=words.pressure,
        pressure_tolerance=words.pressure_tolerance or pressure,
        coupling=words.coupling,
    )


def units_of(tables: Tables) -> str:
    """The system of units; any where the input has none that is known, which the program will refuse."""
    units = tables.get("units", {}).get("system")
    return units if units in USUAL else "lj"


def progress(text: str) -> None:
    """Says what is being done."""
    print(f"mdsim: elastic: {text}", file=sys.stderr, flush=True)
