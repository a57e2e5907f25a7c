# SPDX-License-Identifier: BSD-3-Clause
"""Crystals at rest: energy and pressure at several lattice constants, elastic constants from small strains, the
lattice constant without pressure, and defects before and after their atoms have come to rest."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from mdsim_tools import outputs
from mdsim_tools.program import Settings

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

CONSTANT = 1e-5
"""relative, of the lattice constant without pressure"""
ENERGY_AT_REST = 1e-7
"""relative, of the energy of an atom there"""
VACANCY = 1e-4
"""[eV], relaxed"""
SURFACE = 1e-3
"""relative, of relaxed surfaces"""
TOO_WIDE = 1.01
"""of the lattice constant from which a crystal relaxes"""

REST = """
[[stage]]
name = "rest"
ensemble = "minimize"
steps = 5000
time_step = 0.002

[stage.minimize]
force_tolerance = 1e-6
"""
WITHOUT_PRESSURE = """pressure = 0.0
pressure_tolerance = 0.1
"""

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
    """C11, C12, C44 and the bulk modulus, in double precision: how the stress changes with a strain of either sign."""
    name = f"{folder.name} {crystal['material']}"
    place = scratch / folder.name / crystal["material"]

    def slope(shape: str, component: str) -> float:
        rows = []
        for sign in (1, -1):
            box = strained(crystal["a0_Angstrom"] * CELLS, sign * STRAIN, shape)
            rows.append(last_row(run_strained(mdsim, folder, crystal, box, place / f"{shape} {sign}")))
        change = rows[0][component] - rows[1][component]
        return float(-change / (2 * STRAIN) / BAR_PER_GPA)

    found = {
        "C11": slope("longer", "pressure_xx"),
        "C12": slope("longer", "pressure_yy"),
        "C44": slope("sheared", "pressure_xy"),
        "bulk_modulus": slope("larger", "pressure") / 3,
    }
    checks = []
    for constant, value in found.items():
        expected = crystal[f"{constant}_GPa"]
        quantity = constant.replace("_", " ")
        checks.append(Check(name, "double", quantity, expected, value, ELASTIC * expected))
    return checks


def without_pressure(mdsim: Mdsim, folder: Path, crystal: dict[str, Any], scratch: Path) -> list[Check]:
    """The lattice constant and the energy to which a crystal relaxes that was too wide, in double precision."""
    name = f"{folder.name} {crystal['material']}"
    toml, place = folder / crystal["input"], scratch / folder.name / crystal["material"] / "without pressure"
    constant, energy = crystal["a0_Angstrom"], crystal["energy_per_atom_eV"]
    keys = {"system.lattice.constant": f"{TOO_WIDE * constant}"}
    row = last_row(run_other(mdsim, toml, None, place, REST + WITHOUT_PRESSURE, keys))
    edge, of_atom = (row["volume"] / CELLS**3) ** (1 / 3), row["potential_energy"] / (len(SITES) * CELLS**3)
    return [
        Check(name, "double", "lattice constant", constant, edge, CONSTANT * constant),
        Check(name, "double", "energy of an atom at rest", energy, of_atom, ENERGY_AT_REST * abs(energy)),
    ]


def defects(mdsim: Mdsim, folder: Path, scratch: Path) -> list[Check]:
    """A vacancy and three surfaces of copper: energies in double precision, of atoms on their sites and at rest."""
    case = json.loads((folder / "reference.json").read_text(encoding="utf-8"))
    copper, expected = case["crystals"][0], case["defects"]
    a, place = expected["a0_Angstrom"], scratch / folder.name / "defects"

    def excess(system: str, atoms: int, where: str) -> tuple[float, float]:
        lattice = f'[system.lattice]\ntype = "fcc"\nconstant = {a}\n{system}'
        output = run_other(mdsim, folder / copper["input"], lattice, place / where, REST)
        energies = outputs.thermo(output)["potential_energy"]
        crystal = atoms * copper["energy_per_atom_eV"]
        return energies[0] - crystal, energies[-1] - crystal

    on_sites, at_rest = excess("cells = [6, 6, 6]\nvacancies = 1\n", len(SITES) * 6**3 - 1, "vacancy")
    formation = expected["vacancy_formation_energy_eV"]
    checks = [
        Check(folder.name, "double", "vacancy of Cu", formation["unrelaxed"], on_sites, 1e-5),
        Check(folder.name, "double", "vacancy of Cu, relaxed", formation["relaxed"], at_rest, VACANCY),
    ]
    for face, (x, y, z, periods) in FACES.items():
        cells = (4, 4, 12)
        edge = [a * n * p for n, p in zip(cells, periods)]
        orient = f"orient = {{ x = {x}, y = {y}, z = {z} }}\n\n[box]\nperiodic = [true, true, false]\n"
        atoms = round(len(SITES) * edge[0] * edge[1] * edge[2] / a**3)
        energies = excess(f"cells = {list(cells)}\n{orient}", atoms, face)
        on_sites, at_rest = (energy / (2 * edge[0] * edge[1]) * JOULE_PER_M2 for energy in energies)
        values, name = expected["surface_energy"][face], f"surface {face} of Cu"
        relaxed = values["relaxed_J_per_m2"]
        checks += [
            Check(folder.name, "double", name, values["unrelaxed_J_per_m2"], on_sites, 2e-5),
            Check(folder.name, "double", f"{name}, relaxed", relaxed, at_rest, SURFACE * relaxed),
        ]
    return checks


def strained(edge: float, strain: float, shape: str) -> Matrix:
    """The edges of a cube that is larger, longer along x, or sheared along x by what grows with y."""
    if shape == "larger":
        edge *= 1 + strain
        return ((edge, 0, 0), (0, edge, 0), (0, 0, edge))
    if shape == "longer":
        return ((edge * (1 + strain), 0, 0), (0, edge, 0), (0, 0, edge))
    return ((edge, 0, 0), (strain * edge, edge, 0), (0, 0, edge))


def run_strained(mdsim: Mdsim, folder: Path, crystal: dict[str, Any], box: Matrix, place: Path) -> Path:
    """Runs the input of the crystal with the atoms of such a box."""
    place.mkdir(parents=True, exist_ok=True)
    (place / "crystal.xyz").write_text("\n".join(extxyz(crystal, box)) + "\n", encoding="utf-8")
    return run_other(mdsim, folder / crystal["input"], '[system.file]\npath = "crystal.xyz"\n', place)


def run_other(
    mdsim: Mdsim, toml: Path, system: str | None, place: Path, stages: str = "", keys: Settings | None = None
) -> Path:
    """Runs an input in double precision with another section in place of its lattice, and with more stages."""
    place.mkdir(parents=True, exist_ok=True)
    text = toml.read_text(encoding="utf-8")
    if system is not None:
        before, _, rest = text.partition("[system.lattice]")
        _, _, after = rest.partition("\n\n")
        text = f"{before}{system}\n{after}"
    potentials = (toml.parent / "../potentials").resolve()
    text = text.replace('"../potentials/', f'"{potentials}/') + stages
    (place / "crystal.toml").write_text(text, encoding="utf-8")
    return mdsim.compute(place / "crystal.toml", place / "out", "double", keys)


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
