# SPDX-License-Identifier: BSD-3-Clause
"""Energy, virial and forces of fixed atoms, and the share of each atom."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from . import documents, structures
from .cases import Folder, Variant
from .lammps import MELT, PRESSURE, SINGLE_POINT, Lammps, forces, last_dump
from .potentials import Potential, put
from .structures import Structure, vector_of

UNIT_NAMES = {"energy": "eV", "force": "eV/Angstrom", "length": "Angstrom", "virial": "eV", "pressure": "bar"}
VIRIAL = (
    "sum over interactions of r_a f_b (configurational part only); the pressure contribution is virial/volume "
    "times 1.6021765e6 bar; virial_pressure is one third of the trace over the volume, without kinetic part"
)
ATOMS = (
    "id, energy, and virial xx yy zz xy xz yz of each atom, both as LAMMPS shares them among the atoms of a pair or "
    "triplet (compute pe/atom, compute stress/atom); only the sums are defined without such a convention"
)
TOLERANCE_OF = (
    "energy: relative; forces: of the rms force; virial: of its largest component (of the energy where the virial "
    "vanishes)"
)


def start(variant: Variant, lammps: Lammps, scratch: Path, heat_to: float | None = None) -> Structure:
    """The atoms of a variant, made anew; heated and with velocities if a temperature is given."""
    made = variant.crystal.structure(f"{variant.name}: {variant.what}", variant.masses)
    temperature = heat_to or variant.melt
    if temperature is None:
        return made
    place = prepare(variant.potentials, scratch)
    made.write(place / "system.data")
    deck = MELT.format(
        forces=forces(variant.potentials, variant.elements), temperature=temperature, steps=variant.steps
    )
    lammps.run(deck, place)
    rows = last_dump(place / "melted.dump")
    made.types = [int(row[0]) for row in rows]
    made.positions = [vector_of(row[1:]) for row in rows]
    if heat_to is not None:
        made.velocities = [vector_of(row[4:]) for row in rows]
    return made


def prepare(potentials: Sequence[Potential], scratch: Path) -> Path:
    """An empty folder with the files of the potential."""
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    for potential in potentials:
        put(potential, scratch)
    return scratch


def compute(potentials: Sequence[Potential], elements: Sequence[str], place: Path, lammps: Lammps) -> dict[str, Any]:
    """The same as `compute_with`, by files of potentials."""
    return compute_with(forces(potentials, elements), place, lammps)


def compute_with(pair_style: str, place: Path, lammps: Lammps) -> dict[str, Any]:
    """Runs system.data of a folder; the energy, volume, virial, and a row for each atom."""
    said = lammps.run(SINGLE_POINT.format(forces=pair_style), place)
    line = next(line for line in said.splitlines() if line.startswith("RESULT"))
    energy, volume, *pressure = (float(word) for word in line.split()[1:])
    rows = [[*row[:4], *(-s / PRESSURE for s in row[4:])] for row in last_dump(place / "atoms.dump")]
    found = {"energy": energy, "volume": volume, "virial": [p * volume / PRESSURE for p in pressure], "rows": rows}
    check_sums(found)
    return found


def check_sums(found: dict[str, Any]) -> None:
    """The shares of the atoms add up, and so do the forces, to zero."""
    rows, energy = found["rows"], found["energy"]
    scale = max(abs(w) for w in found["virial"])
    off = [abs(sum(row[3] for row in rows) / energy - 1)]
    off += [abs(sum(row[4 + a] for row in rows) - w) / scale for a, w in enumerate(found["virial"])]
    off += [abs(sum(row[d] for row in rows)) / max(abs(row[d]) for row in rows) for d in range(3)]
    if max(off) > 1e-10:
        raise RuntimeError(f"sums over atoms are off by {max(off):.2g}")


def write_table(path: Path, heading: str, rows: Sequence[Sequence[float]]) -> None:
    """Atom by atom, packed if the name says so."""
    lines = [heading] + [f"{i} " + " ".join(f"{x:.10e}" for x in row) for i, row in enumerate(rows, 1)]
    text = ("\n".join(lines) + "\n").encode()
    path.write_bytes(gzip.compress(text, 9, mtime=0) if path.suffix == ".gz" else text)


def values(v: Variant, found: dict[str, Any]) -> dict[str, Any]:
    """What case.json says of a variant."""
    components = [f for row in found["rows"] for f in row[:3]]
    return {
        "what": v.what,
        "energy_total": found["energy"],
        "virial_xx_yy_zz_xy_xz_yz": found["virial"],
        "virial_pressure": sum(found["virial"][:3]) / 3 / found["volume"] * PRESSURE,
        "volume": found["volume"],
        "forces": f"forces.{v.name}.txt",
        "atoms": f"atoms.{v.name}.txt.gz",
        "force_rms": (sum(f * f for f in components) / len(components)) ** 0.5,
        "force_max": max(abs(f) for f in components),
        "potential": documents.description(v.potentials, v.elements),
    }


def make_variant(folder: Path, v: Variant, lammps: Lammps, scratch: Path, anew: bool) -> dict[str, Any]:
    """Writes the files of one variant; returns what case.json says of it."""
    data = folder / f"{v.name}.data"
    if anew or not data.exists():
        start(v, lammps, scratch).write(data)
    place = prepare(v.potentials, scratch)
    structures.read(data).write(place / "system.data")
    if (place / "system.data").read_bytes() != data.read_bytes():
        raise RuntimeError(f"{data} is not read as it was written")
    found = compute(v.potentials, v.elements, place, lammps)
    write_table(folder / f"forces.{v.name}.txt", "# id fx fy fz [eV/Angstrom]", [row[:3] for row in found["rows"]])
    heading = "# id energy virial xx yy zz xy xz yz [eV]"
    write_table(folder / f"atoms.{v.name}.txt.gz", heading, [row[3:] for row in found["rows"]])
    (folder / f"{v.name}.toml").write_text(documents.single_point_input(v), encoding="utf-8")
    return values(v, found)


def make(folder: Path, case: Folder, lammps: Lammps, scratch: Path, anew: bool) -> None:
    """Writes the folder of a claim."""
    folder.mkdir(exist_ok=True)
    variants = {v.name: make_variant(folder, v, lammps, scratch / v.name, anew) for v in case.variants}
    double = {"energy": 1e-10, "forces": case.forces_tolerance, "virial": 1e-9}
    reference = {
        "id": case.name,
        "kind": "single_point",
        "what": case.what,
        "oracle": lammps.name(),
        "units": "metal",
        "unit_names": UNIT_NAMES,
        "tolerance": {"double": double, "mixed": {"energy": 1e-5, "forces": 1e-4, "virial": 5e-5}},
        "virial_definition": VIRIAL,
        "atoms_definition": ATOMS,
        "tolerance_of": TOLERANCE_OF,
        "variants": variants,
    }
    documents.write_json(documents.case_file(folder), reference)
