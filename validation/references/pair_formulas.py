# SPDX-License-Identifier: BSD-3-Clause
"""Pair potentials by formulas: the configurations, and energy, virial and forces of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import documents, structures
from .lammps import PRESSURE, Lammps
from .single_point import TOLERANCE_OF, UNIT_NAMES, VIRIAL, compute_with, prepare, write_table
from .structures import FCC, Crystal

NAME = "pair-formulas"


@dataclass(frozen=True)
class Pair:
    """What acts on two species: the keys of mdsim, beside them."""

    species: tuple[str, str]
    keys: str


@dataclass(frozen=True)
class Variant:
    """One configuration: `name`.data, `name`.toml, and what was found for it."""

    name: str
    what: str
    crystal: Crystal
    lammps: str
    """pair style and coefficients"""
    cutoff: float
    truncation: str
    pairs: Sequence[Pair]
    elements: Sequence[str] = ("A",)
    masses: Sequence[float] = (40.0,)


def of_one(*keys: str) -> tuple[Pair, ...]:
    """Potentials of a species with itself."""
    return tuple(Pair(("A", "A"), k) for k in keys)


SHIFT = "pair_modify shift yes"
MORSE = 'type = "morse"\ndepth = 0.3429\nalpha = 1.3588\ndistance = 2.866'
BORN = 'type = "born_mayer_huggins"\na = 0.2637\nsigma = 2.34\nrho = 0.317\nc = 1.05\nd = 0.5'
GAUSSIAN = 'type = "gaussian"\nepsilon = 2.0\nsigma = 2.0'
YUKAWA = 'type = "yukawa"\na = 3.0\nkappa = 0.8'
LENNARD_JONES = 'type = "lennard_jones"\nepsilon = 0.2\nsigma = 2.3'
WCA_END = 2.5 * 2 ** (1 / 6)

VARIANTS = (
    Variant(
        "morse",
        "Morse potential of copper, a disturbed crystal",
        Crystal(FCC, 3.615, 4, 0.2, 301),
        "pair_style morse 6.0\npair_coeff * * 0.3429 1.3588 2.866",
        6.0,
        "cut",
        of_one(MORSE),
    ),
    Variant(
        "buckingham",
        "Buckingham potential of oxygen in silica, without charges",
        Crystal(FCC, 3.9, 4, 0.2, 302),
        f"pair_style buck 7.0\npair_coeff * * 1388.773 0.362319 175.0\n{SHIFT}",
        7.0,
        "shift",
        of_one('type = "buckingham"\na = 1388.773\nrho = 0.362319\nc = 175.0'),
    ),
    Variant(
        "born-mayer-huggins",
        "potential of sodium ions without charges; d has the other sign in LAMMPS",
        Crystal(FCC, 4.2, 4, 0.25, 303),
        f"pair_style born 7.0\npair_coeff * * 0.2637 0.317 2.34 1.05 -0.5\n{SHIFT}",
        7.0,
        "shift",
        of_one(BORN),
    ),
    Variant(
        "zbl",
        "screened nuclei of Cu and Ar, pairs from 0.4 Angstrom; LAMMPS switches off in the last 1e-7 Angstrom",
        Crystal(FCC, 1.9, 4, 0.45, 304, (0.5, 0.5)),
        "pair_style zbl 2.9999999 3.0\npair_coeff 1 1 29 29\npair_coeff 1 2 29 18\npair_coeff 2 2 18 18",
        3.0,
        "shift",
        (
            Pair(("Cu", "Cu"), 'type = "zbl"'),
            Pair(("Cu", "Ar"), 'type = "zbl"'),
            Pair(("Ar", "Ar"), 'type = "zbl"\natomic_numbers = [18, 18]'),
        ),
        ("Cu", "Ar"),
        (63.546, 39.948),
    ),
    Variant(
        "mie",
        "Mie potential with the exponents 14 and 7",
        Crystal(FCC, 3.9, 4, 0.2, 305),
        "pair_style mie/cut 7.0\npair_coeff * * 0.01 2.5 14 7",
        7.0,
        "cut",
        of_one('type = "mie"\nepsilon = 0.01\nsigma = 2.5\nrepulsion = 14\nattraction = 7'),
    ),
    Variant(
        "yukawa",
        "Yukawa potential",
        Crystal(FCC, 3.0, 4, 0.2, 306),
        "pair_style yukawa 0.8 6.0\npair_coeff * * 3.0",
        6.0,
        "cut",
        of_one(YUKAWA),
    ),
    Variant(
        "gaussian",
        "Gaussian cores that overlap; LAMMPS has the other sign, and B = 1 / sigma^2",
        Crystal(FCC, 2.6, 5, 0.4, 307),
        f"pair_style gauss 6.0\npair_coeff * * -2.0 0.25\n{SHIFT}",
        6.0,
        "shift",
        of_one(GAUSSIAN),
    ),
    Variant(
        "wca",
        "the repulsion of Lennard-Jones, cut and shifted at its minimum",
        Crystal(FCC, 3.4, 4, 0.2, 308),
        f"pair_style lj/cut {WCA_END!r}\npair_coeff * * 0.05 2.5\n{SHIFT}",
        7.0,
        "cut",
        of_one('type = "wca"\nepsilon = 0.05\nsigma = 2.5'),
    ),
    Variant(
        "soft-cosine",
        "soft spheres that overlap",
        Crystal(FCC, 2.6, 4, 0.4, 309),
        "pair_style soft 2.5\npair_coeff * * 1.7",
        7.0,
        "cut",
        of_one('type = "soft_cosine"\na = 1.7\nrange = 2.5'),
    ),
    Variant(
        "lennard-jones-yukawa",
        "Lennard-Jones and Yukawa on one pair: a formula beside a potential with a kernel",
        Crystal(FCC, 3.5, 4, 0.2, 310),
        "pair_style hybrid/overlay lj/cut 6.0 yukawa 0.8 6.0\npair_coeff * * lj/cut 0.2 2.3\npair_coeff * * yukawa 3.0",
        6.0,
        "cut",
        of_one(LENNARD_JONES, YUKAWA),
    ),
    Variant(
        "born-gaussian",
        "two formulas on one pair",
        Crystal(FCC, 4.0, 4, 0.2, 311),
        "pair_style hybrid/overlay born 6.0 gauss 6.0\n"
        "pair_coeff * * born 0.2637 0.317 2.34 1.05 -0.5\npair_coeff * * gauss -2.0 0.25",
        6.0,
        "cut",
        of_one(BORN, GAUSSIAN),
    ),
)


def potentials_of(v: Variant) -> str:
    """The sections of an input that say what acts on the atoms."""
    text = f'[pair]\ncutoff = {v.cutoff}\ntruncation = "{v.truncation}"\n'
    for pair in v.pairs:
        text += f"\n[[pair.potential]]\nspecies = {documents.quoted(pair.species)}\n{pair.keys}\n"
    return text


def make_variant(folder: Path, v: Variant, lammps: Lammps, scratch: Path, anew: bool) -> dict[str, Any]:
    """Writes the files of one variant; returns what reference.json says of it."""
    data = folder / f"{v.name}.data"
    if anew or not data.exists():
        v.crystal.structure(f"{v.name}: {v.what}", v.masses).write(data)
    place = prepare((), scratch)
    structures.read(data).write(place / "system.data")
    found = compute_with(v.lammps, place, lammps)
    rows = [row[:3] for row in found["rows"]]
    write_table(folder / f"forces.{v.name}.txt", "# id fx fy fz [eV/Angstrom]", rows)
    text = documents.head_with(v.what, v.elements, v.masses, potentials_of(v), f"{v.name}.data")
    (folder / f"{v.name}.toml").write_text(text + documents.SINGLE_POINT_STAGE, encoding="utf-8")
    components = [f for row in rows for f in row]
    return {
        "what": v.what,
        "energy_total": found["energy"],
        "virial_xx_yy_zz_xy_xz_yz": found["virial"],
        "virial_pressure": sum(found["virial"][:3]) / 3 / found["volume"] * PRESSURE,
        "volume": found["volume"],
        "forces": f"forces.{v.name}.txt",
        "force_rms": (sum(f * f for f in components) / len(components)) ** 0.5,
        "force_max": max(abs(f) for f in components),
        "lammps": v.lammps.split("\n"),
    }


def make(folder: Path, lammps: Lammps, scratch: Path, anew: bool) -> None:
    """Writes the folder."""
    folder.mkdir(exist_ok=True)
    variants = {v.name: make_variant(folder, v, lammps, scratch / v.name, anew) for v in VARIANTS}
    reference = {
        "id": NAME,
        "kind": "single_point",
        "what": "pair potentials by formulas, which mdsim keeps as numbers, on disturbed crystals",
        "oracle": lammps.name(),
        "units": "metal",
        "unit_names": UNIT_NAMES,
        "tolerance": {
            "double": {"energy": 2e-8, "forces": 2e-8, "virial": 2e-8},
            "mixed": {"energy": 1e-5, "forces": 1e-4, "virial": 5e-5},
        },
        "virial_definition": VIRIAL,
        "tolerance_of": TOLERANCE_OF,
        "variants": variants,
    }
    documents.write_json(folder / "reference.json", reference)
