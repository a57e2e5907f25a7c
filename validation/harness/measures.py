# SPDX-License-Identifier: BSD-3-Clause
"""What is measured of the structure of crystals, atom by atom."""

from __future__ import annotations

import gzip
from pathlib import Path

from mdsim_tools import outputs

from .checks import Check, worst
from .program import Mdsim

CENTRO = 1e-6
"""[Angstrom^2]; positions are whole fractions of the box, 5e-9 Angstrom in mixed precision, and frames hold floats"""
KINDS = ("other", "fcc", "hcp", "bcc", "icosahedral")


def compare(mdsim: Mdsim, folder: Path, variant: str, precision: str, scratch: Path) -> list[Check]:
    """The tables, and the numbers of each atom where HDF5 can be read."""
    name = f"{folder.name} {variant}"
    output = mdsim.compute(folder / f"{variant}.toml", scratch / folder.name / variant / precision, precision)
    with gzip.open(folder / f"atoms.{variant}.txt.gz", "rt") as file:
        rows = [[float(word) for word in line.split()[1:]] for line in file if not line.startswith("#")]
    kinds, centro, near = (list(column) for column in zip(*rows))
    found = {table: outputs.table(output / f"{table}.csv") for table in ("cna", "centro_symmetry", "coordination")}
    counts = [found["cna"][kind][-1] for kind in KINDS]
    checks = [
        worst(name, precision, "atoms of a kind", [kinds.count(k) for k in range(len(KINDS))], counts, 0),
        mean(name, precision, "mean centro-symmetry", centro, found["centro_symmetry"]["mean"][-1]),
        mean(name, precision, "mean coordination", near, found["coordination"]["mean"][-1]),
    ]
    if not outputs.has_hdf5():
        return checks
    fields = ("cna", "centro_symmetry", "coordination")
    found_kinds, found_centro, found_near = ([float(x) for x in outputs.last_frame(output, f)] for f in fields)
    return [
        *checks,
        worst(name, precision, "kind of each atom", kinds, found_kinds, 0),
        worst(name, precision, "centro-symmetry of each atom", centro, found_centro, CENTRO * max(1, *centro)),
        worst(name, precision, "coordination of each atom", near, found_near, 0),
    ]


def mean(case: str, precision: str, quantity: str, expected: list[float], found: float) -> Check:
    """A mean of all atoms."""
    return Check(case, precision, quantity, sum(expected) / len(expected), found, CENTRO)
