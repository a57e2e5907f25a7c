# SPDX-License-Identifier: BSD-3-Clause
"""The data file of LAMMPS, of the atom style `charge`: what read_data takes, and `[system.file]` too."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from mdsim.results.export.columns import expect_short
from mdsim.results.export.snapshot import Snapshot, Subject, TextWriter
from mdsim.results.tables import Array

LONGEST = 64


class LammpsDataWriter(TextWriter):
    """Holds one frame. Types are numbered in the order of the species; numbers of atoms begin at 1 at least."""

    def __init__(self, path: Path, subject: Subject) -> None:
        expect_short(subject.names, LONGEST, "a data file")
        super().__init__(path, subject)

    def write(self, frame: Snapshot) -> None:
        """Writes the frame."""
        subject, number = self.subject, f".{frame.digits}g"
        ids = (subject.ids + (1 if subject.ids.min() < 1 else 0)).tolist()
        types = (subject.species + 1).tolist()
        file = self.file
        file.write(f"LAMMPS data file via mdsim, timestep = {frame.step}, units = {subject.title}\n\n")
        file.write(f"{len(ids)} atoms\n{len(subject.names)} atom types\n\n{_bounds(frame)}\n")
        file.write("Masses\n\n")
        for place, name in enumerate(subject.names):
            mass = subject.masses[subject.species == place]
            file.write(f"{place + 1} {str(mass[0]) if len(mass) else 1.0} # {name}\n")
        file.write("\nAtoms # charge\n\n")
        images = [""] * len(ids) if frame.images is None else [f" {x} {y} {z}" for x, y, z in frame.images.tolist()]
        for n, t, q, (x, y, z), image in zip(ids, types, subject.charges.tolist(), frame.positions.tolist(), images):
            file.write(f"{n} {t} {q:.9g} {x:{number}} {y:{number}} {z:{number}}{image}\n")
        if frame.velocities is not None:
            file.write("\nVelocities\n\n")
            for n, (x, y, z) in zip(ids, frame.velocities.tolist()):
                file.write(f"{n} {x:{number}} {y:{number}} {z:{number}}\n")


def _bounds(frame: Snapshot) -> str:
    low, high = frame.origin, frame.origin + np.diag(frame.edges)
    lines = [f"{low[k]:.17g} {high[k]:.17g} {axis}lo {axis}hi\n" for k, axis in enumerate("xyz")]
    return "".join(lines) + _tilt(frame.edges)


def _tilt(edges: Array) -> str:
    xy, xz, yz = edges[1, 0], edges[2, 0], edges[2, 1]
    return f"{xy:.17g} {xz:.17g} {yz:.17g} xy xz yz\n" if xy or xz or yz else ""
