# SPDX-License-Identifier: BSD-3-Clause
"""GRO, the text format of GROMACS: nm and nm/ps, three and four decimals."""

from __future__ import annotations

from pathlib import Path

from mdsim.results.export.columns import expect_short, expect_to_fit
from mdsim.results.export.snapshot import Snapshot, Subject, TextWriter
from mdsim.results.tables import Array

NM = 0.1
"""of an Angstrom"""


class GroWriter(TextWriter):
    """Each atom is a residue of its own, of the name of its species; numbers wrap at 100,000, as in GROMACS."""

    def __init__(self, path: Path, subject: Subject) -> None:
        expect_short(subject.names, 5, "GRO")
        super().__init__(path, subject)
        numbers = subject.ids % 100_000
        names = subject.names_of_atoms()
        self._labels = [f"{n:5d}{name:<5}{name:>5}{n:5d}" for n, name in zip(numbers.tolist(), names)]

    def write(self, frame: Snapshot) -> None:
        """Appends a frame; its title has time and step, as GROMACS looks for them."""
        positions = (frame.positions - frame.origin) * NM
        expect_to_fit(positions, 8, 3, "a coordinate in nm")
        file = self.file
        file.write(f"{self.subject.title} t= {frame.time:.6f} step= {frame.step}\n{len(positions):5d}\n")
        rows = [f"{label}{x:8.3f}{y:8.3f}{z:8.3f}" for label, (x, y, z) in zip(self._labels, positions.tolist())]
        if frame.velocities is not None:
            velocities = frame.velocities * NM
            expect_to_fit(velocities, 8, 4, "a velocity in nm/ps")
            rows = [f"{row}{x:8.4f}{y:8.4f}{z:8.4f}" for row, (x, y, z) in zip(rows, velocities.tolist())]
        file.write("\n".join(rows))
        file.write(f"\n{_box_line(frame.edges * NM)}\n")


def _box_line(edges: Array) -> str:
    """The diagonal, and for a slanted box the rest, in the order of GROMACS."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = edges.tolist()
    numbers = [ax, by, cz] if bx == cx == cy == 0 else [ax, by, cz, ay, az, bx, bz, cx, cy]
    return " ".join(f"{number:9.5f}" for number in numbers)
