# SPDX-License-Identifier: BSD-3-Clause
"""Potentials of many bodies: crystals of the LAMMPS benchmarks (bench/in.eam, bench/POTENTIALS), for both programs."""

from __future__ import annotations

import math
import shutil
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from mdsim_tools.bench import machine, report, running
from mdsim_tools.bench.turns import CHECKPOINT_PHASE, Figures, Measure, program, row, take_turns, work_folder
from mdsim_tools.interpreters import ROOT

STEPS = 100
SKIN = 1.0
SEED = 376847


@dataclass(frozen=True)
class Material:
    """A crystal of one element, how it is heated, and its potential."""

    name: str
    element: str
    mass: float
    lattice: str
    constant: float
    shape: tuple[int, int, int]
    """of the box, in parts of its shortest edge"""
    temperature: float
    time_step: float
    file: str
    """in validation/potentials"""
    section: str
    """[[many_body]] of mdsim, without its species"""
    style: str
    """of LAMMPS"""
    suffixes: Sequence[str] = ()
    """of LAMMPS, measured beside the plain style"""

    def cells(self, atoms: int) -> list[int]:
        """Conventional cells along each edge, for about this many atoms."""
        per_cell = {"fcc": 4, "diamond": 8}[self.lattice]
        edge = max(1, round((atoms / per_cell / math.prod(self.shape)) ** (1 / 3)))
        return [edge * n for n in self.shape]

    def atoms(self, atoms: int) -> int:
        """How many there are in these cells."""
        return {"fcc": 4, "diamond": 8}[self.lattice] * math.prod(self.cells(atoms))

    def potential(self, folder: Path) -> None:
        """Puts the parameters into a folder."""
        shutil.copy(ROOT / "validation" / "potentials" / self.file, folder)


MATERIALS = (
    Material(
        "cu-eam",
        "Cu",
        63.55,
        "fcc",
        3.615,
        (1, 1, 1),
        1600,
        0.005,
        "Cu_u3.eam",
        'type = "eam"\nfiles = ["Cu_u3.eam"]',
        "eam",
        ("opt",),
    ),
    Material(
        "si-sw",
        "Si",
        28.06,
        "diamond",
        5.431,
        (2, 2, 1),
        1000,
        0.001,
        "Si.sw",
        'type = "stillinger_weber"\nfiles = ["Si.sw"]',
        "sw",
    ),
    Material(
        "si-tersoff",
        "Si",
        28.06,
        "diamond",
        5.431,
        (2, 2, 1),
        1000,
        0.001,
        "Si.tersoff",
        'type = "tersoff"\nfiles = ["Si.tersoff"]',
        "tersoff",
    ),
)
NAMES = [m.name for m in MATERIALS]


def lammps_deck(m: Material, atoms: int, steps: int) -> str:
    """As in.eam, with the material in place of copper."""
    x, y, z = m.cells(atoms)
    elements = "" if m.style == "eam" else f" {m.element}"
    return f"""units metal
atom_style atomic
lattice {m.lattice} {m.constant}
region box block 0 {x} 0 {y} 0 {z}
create_box 1 box
create_atoms 1 box
mass 1 {m.mass}
pair_style {m.style}
pair_coeff * * {m.file}{elements}
velocity all create {m.temperature} {SEED} loop geom
neighbor {SKIN} bin
neigh_modify every 1 delay 5 check yes
fix 1 all nve
timestep {m.time_step}
thermo 50
run {steps}
"""


INPUT = """[units]
system = "metal"
constants = "lammps"

[run]
precision = "{precision}"
device = "{device}"
threads = 1
seed = {seed}

[system.lattice]
type = "{m.lattice}"
constant = {m.constant}
cells = {cells}

[[species]]
name = "{m.element}"
mass = {m.mass}

[[many_body]]
{m.section}
species = ["{m.element}"]
{skin}
[velocity]
temperature = {m.temperature}

[[stage]]
name = "measure"
ensemble = "nve"
steps = {steps}
time_step = {m.time_step}

[trajectory]
every = 0

[thermo]
every = 50

[checkpoint]
every = 0
wall_every = 0
"""


def mdsim_input(m: Material, args: Namespace, atoms: int, steps: int) -> str:
    """The same for mdsim, whose velocities differ."""
    return INPUT.format(
        m=m,
        cells=m.cells(atoms),
        precision=args.precision,
        device=args.device,
        seed=SEED,
        skin="" if args.skin is None else f"\n[neighbor]\nskin = {args.skin}\n",
        steps=steps,
    )


def measure_mdsim(m: Material, args: Namespace, folder: Path, atoms: int, steps: int, ranks: int) -> Figures:
    """A run of mdsim, each rank on one core or on one GPU."""
    m.potential(folder)
    figures = running.run_mdsim(program(args), mdsim_input(m, args, atoms, steps), folder, "measure", ranks)
    figures["speed"] = steps / (figures["loop_seconds"] - figures["phases"].get(CHECKPOINT_PHASE, 0))
    return figures


def measure_lammps(m: Material, args: Namespace, folder: Path, atoms: int, steps: int, suffix: str = "") -> Figures:
    """A run of LAMMPS on one core."""
    m.potential(folder)
    options = ("-sf", suffix) if suffix else ()
    return {"speed": steps / running.run_lammps(args.lmp, lammps_deck(m, atoms, steps), folder, "peer", 1, options)}


@dataclass(frozen=True)
class Variant:
    """A program on a number of ranks, and what measures it."""

    name: str
    ranks: int
    measure: Measure


def variants_of(m: Material, args: Namespace, folder: Path, atoms: int, steps: int) -> list[Variant]:
    """What takes turns on one material."""
    found: list[Variant] = []
    if not args.only_peer:
        for n in args.ranks:
            found.append(Variant(f"{m.name}, mdsim", n, partial(measure_mdsim, m, args, folder, atoms, steps, n)))
    if args.peer or args.only_peer:
        found.append(Variant(f"{m.name}, lmp", 1, partial(measure_lammps, m, args, folder, atoms, steps)))
        for suffix in m.suffixes:
            peer = partial(measure_lammps, m, args, folder, atoms, steps, suffix)
            found.append(Variant(f"{m.name}, lmp {suffix}", 1, peer))
    return found


def rows_of(m: Material, args: Namespace, folder: Path, wanted: int) -> list[Figures]:
    """One material, beside LAMMPS if that is wanted."""
    steps, atoms = args.steps or STEPS, m.atoms(wanted)
    report.say(f"{m.name}: {atoms} atoms, {steps} steps")
    variants = variants_of(m, args, folder, wanted, steps)
    seen = take_turns({f"{v.name}, {v.ranks} ranks": v.measure for v in variants}, args.repeat)
    rows = [row(v.name, atoms, steps, v.ranks, 1, seen[f"{v.name}, {v.ranks} ranks"]) for v in variants]
    plain = next((r["steps_per_second"] for r in rows if r["name"] == f"{m.name}, lmp"), None)
    for r in rows if plain else []:
        r["ratio_to_lmp"] = r["steps_per_second"] / plain
    own = [r for r in rows if r["name"] == f"{m.name}, mdsim"]
    for r in own if len(own) > 1 and own[0]["ranks"] == 1 else []:
        of_one = "ratio_to_one_gpu" if args.device == "cuda" else "ratio_to_one_core"
        r[of_one] = r["steps_per_second"] / own[0]["steps_per_second"]
    return rows


def measure(args: Namespace) -> Figures:
    """Speeds from the crystal on, as the benchmarks have it."""
    peer = args.lmp if args.peer or args.only_peer else None
    if peer and shutil.which(peer) is None:
        raise running.BenchError(f"{peer} was not found: install the package lammps, or leave out --peer")
    mdsim = ROOT / "build" / "mdsim" if args.only_peer else program(args)
    with work_folder(args) as folder:
        materials = [m for m in MATERIALS if m.name in args.materials]
        rows = [r for wanted in args.atoms for m in materials for r in rows_of(m, args, folder, wanted)]
    measured = {
        "what": args.what,
        **machine.circumstances(mdsim, peer, args.device),
        "settings": {
            "precision": "double" if args.only_peer else args.precision,
            "skin": "automatic" if args.skin is None else args.skin,
            "device": args.device,
            "repeats": args.repeat,
        },
        "rows": rows,
    }
    print(report.table(measured))
    return measured
