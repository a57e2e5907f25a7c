# SPDX-License-Identifier: BSD-3-Clause
"""Differences between what frames hold and what was computed from their positions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mdsim.rerun.engine import Computed
from mdsim.results import Frame, Trajectory

OF_ATOMS = ("force", "potential_energy", "virial")
OF_SYSTEM = ("potential_energy", "kinetic_energy", "temperature", "pressure")
TITLES = ("quantity", "unit", "frames", "largest", "step", "atom", "rms", "rms_stored")


@dataclass
class Difference:
    """Of one quantity, over all frames. Of vectors and matrices the length of the difference counts."""

    name: str
    unit: str
    frames: int = 0
    count: int = 0
    largest: float = -1.0
    step: int = 0
    atom: int | None = None
    squares: float = 0.0
    stored_squares: float = 0.0

    def add(self, stored: npt.ArrayLike, found: npt.ArrayLike, step: int, ids: npt.NDArray[np.int64] | None) -> None:
        """Those of a frame; `ids` are the numbers of its atoms, and None where there is one number of all."""
        before = np.atleast_1d(np.asarray(stored, dtype=np.float64))
        rows = len(before)
        delta = before - np.atleast_1d(np.asarray(found, dtype=np.float64))
        squares = (delta.reshape(rows, -1) ** 2).sum(axis=1)
        place = int(np.argmax(squares))
        if squares[place] ** 0.5 > self.largest:
            self.largest, self.step = float(squares[place] ** 0.5), step
            self.atom = None if ids is None else int(ids[place])
        self.frames += 1
        self.count += rows
        self.squares += float(squares.sum())
        self.stored_squares += float((before**2).sum())

    @property
    def rms(self) -> float:
        """Root mean square of the differences."""
        return float((self.squares / self.count) ** 0.5)

    @property
    def rms_stored(self) -> float:
        """That of what frames hold, beside which differences are large or small."""
        return float((self.stored_squares / self.count) ** 0.5)

    def cells(self) -> list[str]:
        """A line of differences.csv."""
        atom = "" if self.atom is None else str(self.atom)
        numbers = [repr(self.largest), str(self.step), atom, repr(self.rms), repr(self.rms_stored)]
        return [self.name, self.unit, str(self.frames), *numbers]


class Comparison:
    """Collects the differences of all frames."""

    def __init__(self, trajectory: Trajectory, *, velocities: bool) -> None:
        units, observables = trajectory.units, trajectory.observable_units
        self.of_atoms = {n: Difference(f"{n} of an atom", units[n]) for n in OF_ATOMS if n in trajectory.fields}
        known = OF_SYSTEM if velocities else OF_SYSTEM[:1]
        self._of_system = {n: Difference(n, observables[n]) for n in known if n in observables}
        self._ids = trajectory.ids

    def add(self, frame: Frame, computed: Computed) -> None:
        """A frame."""
        for name, difference in self.of_atoms.items():
            difference.add(frame[name], computed.fields[name], frame.step, self._ids)
        stored = frame.observables
        for name, difference in self._of_system.items():
            difference.add(stored[name], computed.thermo[name], frame.step, None)

    @property
    def all(self) -> list[Difference]:
        """Those of the system, then those of atoms."""
        return [*self._of_system.values(), *self.of_atoms.values()]

    def csv(self) -> str:
        """The text of differences.csv."""
        lines = [list(TITLES), *(difference.cells() for difference in self.all)]
        return "".join(",".join(line) + "\n" for line in lines)


def table(differences: list[Difference]) -> str:
    """For a terminal."""
    lines = [["stored less computed", "largest", "at", "rms", "rms stored", ""]]
    for found in differences:
        where = f"step {found.step}" + ("" if found.atom is None else f", atom {found.atom}")
        numbers = [f"{found.largest:.3g}", where, f"{found.rms:.3g}", f"{found.rms_stored:.6g}"]
        lines.append([found.name, *numbers, found.unit])
    widths = [max(len(line[k]) for line in lines) for k in range(len(lines[0]))]
    return "\n".join(_line(line, widths) for line in lines)


def _line(cells: list[str], widths: list[int]) -> str:
    first, *others, unit = [
        cell.ljust(w) if k == 0 else cell.rjust(w) for k, (cell, w) in enumerate(zip(cells, widths))
    ]
    return "  ".join([first, *others, unit.strip()]).rstrip()
