# SPDX-License-Identifier: BSD-3-Clause
"""The formats: by which endings of files they are asked for, who writes them, and in which units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from mdsim.results.export.binary import DcdWriter, TrrWriter, XtcWriter
from mdsim.results.export.gro import GroWriter
from mdsim.results.export.lammps_data import LammpsDataWriter
from mdsim.results.export.pdb import PdbWriter
from mdsim.results.export.snapshot import Subject, Writer
from mdsim.results.export.units import Scale, angstrom_and_picoseconds, units_of_lammps


@dataclass(frozen=True)
class Format:
    """A format to export to."""

    name: str
    endings: tuple[str, ...]
    open: Callable[[Path, Subject], Writer]
    units: Callable[[Mapping[str, str], tuple[float, float] | None], Scale]
    velocities: bool
    single: bool = False
    """whether a file holds one frame only"""


FORMATS = {
    "xtc": Format("XTC", (".xtc",), XtcWriter, angstrom_and_picoseconds, velocities=False),
    "trr": Format("TRR", (".trr",), TrrWriter, angstrom_and_picoseconds, velocities=True),
    "dcd": Format("DCD", (".dcd",), DcdWriter, angstrom_and_picoseconds, velocities=False),
    "gro": Format("GRO", (".gro",), GroWriter, angstrom_and_picoseconds, velocities=True),
    "pdb": Format("PDB", (".pdb", ".ent"), PdbWriter, angstrom_and_picoseconds, velocities=False),
    "data": Format("LAMMPS data", (".data", ".lmp"), LammpsDataWriter, units_of_lammps, velocities=True, single=True),
}


def format_of(path: Path, name: str | None) -> Format:
    """The format of that name, otherwise the one that the ending of the file asks for."""
    if name is not None:
        if name not in FORMATS:
            raise ValueError(f"there is no format {name!r}; there are: {', '.join(FORMATS)}")
        return FORMATS[name]
    for found in FORMATS.values():
        if path.suffix.lower() in found.endings:
            return found
    known = ", ".join(ending for found in FORMATS.values() for ending in found.endings)
    text = "`mdsim export` writes .extxyz and .lammpstrj"
    raise ValueError(f"{path}: its ending says no format; known are {known}, or name one by `format`. {text}")
