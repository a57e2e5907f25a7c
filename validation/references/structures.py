# SPDX-License-Identifier: BSD-3-Clause
"""Atoms in a box: crystals with disorder, and the data files of LAMMPS that hold them.

Coordinates have few decimals, so that the file is the exact input and every program reads the same digits."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

Vector = tuple[float, float, float]

DECIMALS = 5
VELOCITY_DECIMALS = 6

FCC = ((0.25, 0.25, 0.25), (0.75, 0.75, 0.25), (0.75, 0.25, 0.75), (0.25, 0.75, 0.75))
BCC = ((0.25, 0.25, 0.25), (0.75, 0.75, 0.75))
DIAMOND = tuple(
    (a + s, b + s, c + s)
    for s in (0.125, 0.375)
    for a, b, c in ((0, 0, 0), (0.5, 0.5, 0), (0.5, 0, 0.5), (0, 0.5, 0.5))
)
"""places of the sites in the cubic cell, away from its faces; of DIAMOND one sublattice, then the other"""


@dataclass
class Structure:
    """Atoms, their types from 1 on, and the box: b = (xy, ly, 0), c = (xz, yz, lz)."""

    title: str
    masses: Sequence[float]
    edges: Vector
    types: list[int]
    positions: list[Vector]
    tilt: Vector = (0.0, 0.0, 0.0)
    velocities: list[Vector] = field(default_factory=list)

    @property
    def volume(self) -> float:
        """Of the box."""
        return self.edges[0] * self.edges[1] * self.edges[2]

    def write(self, path: Path) -> None:
        """Writes the data file."""
        lines = [self.title, "", f"{len(self.types)} atoms", f"{len(self.masses)} atom types", ""]
        lines += [f"0 {edge:.{DECIMALS}f} {d}lo {d}hi" for d, edge in zip("xyz", self.edges)]
        if any(self.tilt):
            lines.append(" ".join(f"{t:.{DECIMALS}f}" for t in self.tilt) + " xy xz yz")
        lines += ["", "Masses", ""] + [f"{k} {mass:g}" for k, mass in enumerate(self.masses, 1)]
        lines += ["", "Atoms # atomic", ""]
        lines += [f"{i} {t} {words(x, DECIMALS)}" for i, (t, x) in enumerate(zip(self.types, self.positions), 1)]
        if self.velocities:
            lines += ["", "Velocities", ""]
            lines += [f"{i} {words(v, VELOCITY_DECIMALS)}" for i, v in enumerate(self.velocities, 1)]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def words(vector: Sequence[float], decimals: int) -> str:
    """The components, with so many decimals."""
    return " ".join(f"{x:.{decimals}f}" for x in vector)


def read(path: Path) -> Structure:
    """Reads a data file that `write` has made."""
    lines = path.read_text(encoding="utf-8").splitlines()
    found = Structure(lines[0], [], (0.0, 0.0, 0.0), [], [])
    section, edges = "", []
    for words_of_line in (line.split() for line in lines[1:]):
        if words_of_line and words_of_line[0] in ("Masses", "Atoms", "Velocities"):
            section = words_of_line[0]
        elif words_of_line and words_of_line[-1] in ("xhi", "yhi", "zhi"):
            edges.append(float(words_of_line[1]))
        elif words_of_line and words_of_line[-1] == "yz":
            found.tilt = vector_of(words_of_line)
        elif words_of_line and section == "Masses":
            found.masses = [*found.masses, float(words_of_line[1])]
        elif words_of_line and section == "Atoms":
            found.types.append(int(words_of_line[1]))
            found.positions.append(vector_of(words_of_line[2:]))
        elif words_of_line and section == "Velocities":
            found.velocities.append(vector_of(words_of_line[1:]))
    found.edges = vector_of(edges)
    return found


def vector_of(numbers: Sequence[str | float]) -> Vector:
    """The first three as numbers."""
    return float(numbers[0]), float(numbers[1]), float(numbers[2])


@dataclass(frozen=True)
class Crystal:
    """A crystal in which atoms are displaced, and of several species."""

    sites: Sequence[Vector]
    constant: float
    cells: int
    displacement: float
    """the largest of each component"""
    seed: int
    shares: Sequence[float] = (1.0,)
    """of the species, at random sites"""
    ordered: bool = False
    """two species, the second on the second half of the sites of each cell"""
    swaps: int = 0
    """of ordered species: pairs that change places"""
    tilt: Vector = (0.0, 0.0, 0.0)
    """of the box, as parts of its edge; the crystal is sheared with it"""

    def structure(self, title: str, masses: Sequence[float]) -> Structure:
        """The atoms."""
        chance = random.Random(self.seed)
        edge = round(self.constant * self.cells, DECIMALS)
        xy, xz, yz = (round(t * edge, DECIMALS) for t in self.tilt)
        positions = []
        for u, v, w in self.places():
            x, y, z = u * edge + v * xy + w * xz, v * edge + w * yz, w * edge
            positions.append(tuple(c + chance.uniform(-self.displacement, self.displacement) for c in (x, y, z)))
        types = self.types(len(positions), chance)
        return Structure(title, masses, (edge, edge, edge), types, [vector_of(p) for p in positions], (xy, xz, yz))

    def places(self) -> list[Vector]:
        """The sites as parts of the box."""
        n = self.cells
        corners = [(i, j, k) for k in range(n) for j in range(n) for i in range(n)]
        return [((i + a) / n, (j + b) / n, (k + c) / n) for i, j, k in corners for a, b, c in self.sites]

    def types(self, atoms: int, chance: random.Random) -> list[int]:
        """The species of each site."""
        if self.ordered:
            half = len(self.sites) // 2
            types = [1 if s % len(self.sites) < half else 2 for s in range(atoms)]
            for _ in range(self.swaps):
                a = chance.choice([s for s in range(atoms) if types[s] == 1])
                b = chance.choice([s for s in range(atoms) if types[s] == 2])
                types[a], types[b] = 2, 1
            return types
        types = [k for k, share in enumerate(self.shares, 1) for _ in range(round(share * atoms))]
        types = (types + [len(self.shares)] * atoms)[:atoms]
        chance.shuffle(types)
        return types
