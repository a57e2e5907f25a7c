# SPDX-License-Identifier: BSD-3-Clause
"""Crystals at rest: energy and pressure at several lattice constants, and elastic constants from small strains."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from mdsim_tools import outputs

from .checks import Check, worst
from .program import Mdsim

CELLS = 4
"""of the crystal, along each edge of the box"""
SITES = ((0.0, 0.0, 0.0), (0.5, 0.5, 0.0), (0.5, 0.0, 0.5), (0.0, 0.5, 0.5))
BAR_PER_GPA = 1e4
STRAIN = 1e-4
ENERGY = {"double": 1e-9, "mixed": 1e-6}
"""relative; the reference has nine decimals"""
PRESSURE = {"double": 1e-5, "mixed": 2e-2}
"""[GPa]; of a lattice constant with eight digits, and of floats"""
ELASTIC = 1e-4
"""relative, of constants printed with six digits"""

JOULE_PER_M2 = 16.02176634
"""in one eV per square Angstrom"""
FACES = {
    "100": ([1, 0, 0], [0, 1, 0], [0, 0, 1], (1, 1, 1)),
    "110": ([0, 0, 1], [1, -1, 0], [1, 1, 0], (1, 0.5**0.5, 0.5**0.5)),
    "111": ([1, -1, 0], [1, 1, -2], [1, 1, 1], (0.5**0.5, 1.5**0.5, 3**0.5)),
}
"""directions along the edges of a slab, z across it, and how long they repeat, in lattice constants"""

Matrix = Sequence[Sequence[float]]


def cold_curve(mdsim: Mdsim, folder: Path, crystal: dict[str, Any], precision: str, scratch: Path) -> list[Check]:
    """Energies and pressures of the crystal at all lattice constants of the reference."""
    name = f"{folder.name} {crystal['material']}"
    energies, pressures = [], []
    for constant, _, _ in crystal["cold_curve"]:
        place = scratch / folder.name / crystal["material"] / precision / f"{constant}"
        keys = {"system.lattice.constant": f"{constant}"}
        row = last_row(mdsim.compute(folder / crystal["input"], place, precision, keys))
        energies.append(row["potential_energy"] / (len(SITES) * CELLS**3))
        pressures.append(row["pressure"] / BAR_PER_GPA)
    _, energy, pressure = zip(*crystal["cold_curve"])
    tolerance = ENERGY[precision] * max(abs(e) for e in energy)
    return [
        worst(name, precision, "energy of an atom", energy, energies, tolerance),
        worst(name, precision, "pressure", pressure, pressures, PRESSURE[precision]),
    ]


def elastic_constants(mdsim: Mdsim, folder: Path, crystal: dict[str, Any], scratch: Path) -> list[Check]:
    """C11, C12 and C44, in double precision: how the stress changes with a strain of either sign."""
    name = f"{folder.name} {crystal['material']}"
    place = scratch / folder.name / crystal["material"]

    def slope(along: bool, component: str) -> float:
        rows = []
        for sign in (1, -1):
            box = strained(crystal["a0_Angstrom"] * CELLS, sign * STRAIN, along)
            rows.append(last_row(run_strained(mdsim, folder, crystal, box, place / f"{along} {sign}")))
        change = rows[0][f"pressure_{component}"] - rows[1][f"pressure_{component}"]
        return float(-change / (2 * STRAIN) / BAR_PER_GPA)

    found = {"C11": slope(True, "xx"), "C12": slope(True, "yy"), "C44": slope(False, "xy")}
    return [
        Check(name, "double", constant, crystal[f"{constant}_GPa"], value, ELASTIC * crystal[f"{constant}_GPa"])
        for constant, value in found.items()
    ]


def defects(mdsim: Mdsim, folder: Path, scratch: Path) -> list[Check]:
    """A vacancy and three surfaces of copper, all atoms on their sites: energies in double precision."""
    case = json.loads((folder / "reference.json").read_text(encoding="utf-8"))
    copper, expected = case["crystals"][0], case["defects"]
    a, place = expected["a0_Angstrom"], scratch / folder.name / "defects"

    def excess(system: str, atoms: float, where: str) -> float:
        lattice = f'[system.lattice]\ntype = "fcc"\nconstant = {a}\n{system}'
        row = last_row(run_other(mdsim, folder / copper["input"], lattice, place / where))
        return float(row["potential_energy"] - atoms * copper["energy_per_atom_eV"])

    vacancy = excess("cells = [6, 6, 6]\nvacancies = 1\n", len(SITES) * 6**3 - 1, "vacancy")
    formation = expected["vacancy_formation_energy_eV"]["unrelaxed"]
    checks = [Check(folder.name, "double", "vacancy of Cu", formation, vacancy, 1e-5)]
    for face, (x, y, z, periods) in FACES.items():
        cells = (4, 4, 12)
        edge = [a * n * p for n, p in zip(cells, periods)]
        orient = f"orient = {{ x = {x}, y = {y}, z = {z} }}\n\n[box]\nperiodic = [true, true, false]\n"
        atoms = len(SITES) * edge[0] * edge[1] * edge[2] / a**3
        energy = excess(f"cells = {list(cells)}\n{orient}", round(atoms), face)
        reference = expected["surface_energy"][face]["unrelaxed_J_per_m2"]
        found = energy / (2 * edge[0] * edge[1]) * JOULE_PER_M2
        checks.append(Check(folder.name, "double", f"surface {face} of Cu", reference, found, 2e-5))
    return checks


def strained(edge: float, strain: float, along: bool) -> Matrix:
    """The edges of a cube, longer along x, or sheared along x by a displacement that grows with y."""
    if along:
        return ((edge * (1 + strain), 0, 0), (0, edge, 0), (0, 0, edge))
    return ((edge, 0, 0), (strain * edge, edge, 0), (0, 0, edge))


def run_strained(mdsim: Mdsim, folder: Path, crystal: dict[str, Any], box: Matrix, place: Path) -> Path:
    """Runs the input of the crystal with the atoms of such a box."""
    place.mkdir(parents=True, exist_ok=True)
    (place / "crystal.xyz").write_text("\n".join(extxyz(crystal, box)) + "\n", encoding="utf-8")
    return run_other(mdsim, folder / crystal["input"], '[system.file]\npath = "crystal.xyz"\n', place)


def run_other(mdsim: Mdsim, toml: Path, system: str, place: Path) -> Path:
    """Runs an input in double precision with another section in place of its lattice."""
    place.mkdir(parents=True, exist_ok=True)
    before, _, rest = toml.read_text(encoding="utf-8").partition("[system.lattice]")
    _, _, after = rest.partition("\n\n")
    potentials = (toml.parent / "../potentials").resolve()
    text = f"{before}{system}\n{after}".replace('"../potentials/', f'"{potentials}/')
    (place / "crystal.toml").write_text(text, encoding="utf-8")
    return mdsim.compute(place / "crystal.toml", place / "out", "double")


def extxyz(crystal: dict[str, Any], box: Matrix) -> Iterator[str]:
    """The lines of a structure file."""
    numbers = " ".join(f"{x:.12g}" for edge in box for x in edge)
    yield f"{len(SITES) * CELLS**3}"
    yield f'Lattice="{numbers}" Properties=species:S:1:pos:R:3 pbc="T T T"'
    kinds = ("Al", "Ni", "Ni", "Ni") if crystal["structure"] == "L1_2" else (crystal["material"],) * len(SITES)
    for cell in range(CELLS**3):
        corner = (cell % CELLS, cell // CELLS % CELLS, cell // CELLS**2)
        for kind, site in zip(kinds, SITES):
            part = [(c + s) / CELLS for c, s in zip(corner, site)]
            x = [sum(part[i] * box[i][d] for i in range(3)) for d in range(3)]
            yield f"{kind} {x[0]:.12f} {x[1]:.12f} {x[2]:.12f}"


def last_row(output: Path) -> dict[str, float]:
    """The thermodynamics of a single point."""
    return {key: values[-1] for key, values in outputs.thermo(output).items()}


def crystals_of(folder: Path) -> list[dict[str, Any]]:
    """The crystals of a case."""
    crystals: list[dict[str, Any]] = json.loads((folder / "reference.json").read_text(encoding="utf-8"))["crystals"]
    return crystals


def expansion(mdsim: Mdsim, folder: Path, precision: str, scratch: Path) -> list[Check]:
    """Lattice constants and potential energies at constant pressure, averaged over stages at two temperatures."""
    case = json.loads((folder / "reference.json").read_text(encoding="utf-8"))
    output = mdsim.compute(folder / "expansion.toml", scratch / folder.name / precision, precision)
    stages = outputs.averages(output)
    atoms, allowed = case["atoms"], case["tolerance"]
    checks = []
    for row in case["rows"]:
        volume, volume_error = stages[row["stage"]]["volume"]
        energy, energy_error = (x / atoms for x in stages[row["stage"]]["potential_energy"])
        constant = (4 * volume / atoms) ** (1 / 3)
        found = {
            "lattice_constant": (constant, constant * volume_error / volume / 3),
            "energy_per_atom": (energy, energy_error),
        }
        for quantity, (mean, error) in found.items():
            name = f"{quantity.replace('_', ' ')} at {row['T']:.0f} K"
            checks.append(Check(folder.name, precision, name, row[quantity], mean, allowed[quantity], error))
    return checks
