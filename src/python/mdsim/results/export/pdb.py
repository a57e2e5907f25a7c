# SPDX-License-Identifier: BSD-3-Clause
"""PDB, version 3.3: Angstrom, three decimals."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from mdsim.results.export.columns import expect_short, expect_to_fit
from mdsim.results.export.elements import ELEMENTS
from mdsim.results.export.snapshot import Snapshot, Subject, TextWriter
from mdsim.results.tables import Array

MOST_MODELS = 9_999


class PdbWriter(TextWriter):
    """Each frame is a model, each atom a residue of its own; serial numbers wrap at 100,000, residues at 10,000."""

    def __init__(self, path: Path, subject: Subject) -> None:
        expect_short(subject.names, 4, "PDB")
        super().__init__(path, subject)
        places = [(f"{_atom_name(name)} {name[:3]:>3} A", _element(name)) for name in subject.names]
        begins, ends = zip(*places)
        self._labels = [
            f"HETATM{number % 100_000:5d} {begins[species]}{number % 10_000:4d}    "
            for number, species in zip(subject.ids.tolist(), subject.species.tolist())
        ]
        self._ends = [f"  1.00  0.00          {ends[species]}" for species in subject.species.tolist()]
        self._models = 0

    def write(self, frame: Snapshot) -> None:
        """Appends a model. No line `END` follows the last, as readers take it for another frame."""
        self._models += 1
        if self._models > MOST_MODELS:
            raise ValueError(
                f"PDB has no numbers for more than {MOST_MODELS} frames: choose fewer, as by --frames ::10"
            )
        positions = frame.positions - frame.origin
        expect_to_fit(positions, 8, 3, "a coordinate in Angstrom")
        self.file.write(f"TITLE     {self.subject.title} t= {frame.time:.6f} step= {frame.step}\n")
        self.file.write(f"MODEL     {self._models:4d}\n{_cell_line(frame.edges)}\n")
        rows = zip(self._labels, positions.tolist(), self._ends)
        self.file.write("\n".join(f"{label}{x:8.3f}{y:8.3f}{z:8.3f}{end}" for label, (x, y, z), end in rows))
        self.file.write("\nENDMDL\n")


def _atom_name(name: str) -> str:
    """In four columns; only what fills them, and symbols of two letters, begin in the first."""
    return f"{name:<4}" if len(name) == 4 or (len(name) == 2 and name in ELEMENTS) else f" {name:<3}"


def _element(name: str) -> str:
    """The symbol in two columns; blank where a name is none."""
    return f"{name.upper():>2}" if name in ELEMENTS else "  "


def _cell_line(edges: Array) -> str:
    lengths = np.linalg.norm(edges, axis=1)
    expect_to_fit(lengths, 9, 3, "an edge of the box in Angstrom")
    a, b, c = edges / lengths[:, None]
    angles = np.degrees(np.arccos(np.clip([b @ c, a @ c, a @ b], -1, 1)))
    return f"CRYST1{''.join(f'{x:9.3f}' for x in lengths)}{''.join(f'{x:7.2f}' for x in angles)} P 1           1"
