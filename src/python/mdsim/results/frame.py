# SPDX-License-Identifier: BSD-3-Clause
"""One frame of a trajectory, which reads what it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mdsim.results.store import SYSTEM, NoSuchFrameError, TrajectoryFile, no_field
from mdsim.results.tables import Array

if TYPE_CHECKING:
    import ase


@dataclass(frozen=True, eq=False)
class Box:
    """The box of a frame."""

    edges: Array
    """3 x 3: rows are the edge vectors a, b and c"""
    origin: Array
    """the corner of the box"""
    periodic: tuple[bool, ...]
    """in which directions the box repeats"""

    @property
    def lengths(self) -> Array:
        """The lengths of the edges."""
        found: Array = np.linalg.norm(self.edges, axis=1)
        return found

    @property
    def angles(self) -> Array:
        """The angles alpha (between b and c), beta (a, c) and gamma (a, b) in degrees."""
        a, b, c = self.edges / self.lengths[:, None]
        found: Array = np.degrees(np.arccos(np.clip([b @ c, a @ c, a @ b], -1, 1)))
        return found

    @property
    def volume(self) -> float:
        """The volume, with the vacuum in open directions."""
        return float(abs(np.linalg.det(self.edges)))


class Frame:
    """A frame. Each access reads from the file; keep what you need more than once."""

    def __init__(self, file: TrajectoryFile, index: int, step: int, time: float) -> None:
        self._file = file
        self.index = index
        """its place in the file, from 0"""
        self.step = step
        self.time = time

    def __repr__(self) -> str:
        return f"<Frame {self.index} at step {self.step}, time {self.time:g}: {', '.join(self.fields)}>"

    @property
    def fields(self) -> tuple[str, ...]:
        """What the frame holds of each atom, as trajectory.fields names it."""
        return self._file.fields()

    @property
    def units(self) -> dict[str, str]:
        """The unit of each field, of `box` and `time`; empty where there is none."""
        return self._file.units()

    def __contains__(self, field: str) -> bool:
        return field in self.fields

    def __getitem__(self, field: str) -> Array:
        """A field of all atoms, in the order of their ids: `frame["potential_energy"]`."""
        if field not in self.fields:
            raise no_field(self._file.path, field, self.fields)
        return self._read(f"{SYSTEM}/{field}")

    def _read(self, path: str) -> Any:
        def work(file: Any) -> Any:
            steps = self._file.steps
            if self.index >= len(steps) or steps[self.index] != self.step:
                raise NoSuchFrameError(f"the frame of step {self.step} is no longer in {self._file.path}")
            return self._file.entries(file[path], range(self.index, self.index + 1))[self.index]

        return self._file.read(work)

    @property
    def positions(self) -> Array:
        """N x 3: inside the box, in the coordinates of the input."""
        return self["position"]

    @property
    def velocities(self) -> Array:
        """N x 3."""
        return self["velocity"]

    @property
    def forces(self) -> Array:
        """N x 3; `units` says in which unit, which for `metal` is kJ mol-1 Angstrom-1."""
        return self["force"]

    @property
    def images(self) -> Array:
        """N x 3: how often each atom has crossed the box, in edges."""
        return self["image"]

    @property
    def unwrapped(self) -> Array:
        """N x 3: positions of atoms that walk out of the box instead of jumping across it, in double precision."""
        found: Array = self.positions + self.images @ self.box.edges
        return found

    @property
    def box(self) -> Box:
        """The box."""
        origin, periodic = self._file.box_attributes()
        return Box(self._read(f"{SYSTEM}/box/edges"), origin.copy(), periodic)

    @property
    def species(self) -> Array:
        """The name of each atom's species."""
        return np.array(self._file.species_names())[self._file.fixed("species")]

    @property
    def observables(self) -> dict[str, float]:
        """What the frame holds of the whole system, such as `potential_energy` and `temperature`."""
        return {name: float(self._read(f"observables/{name}")) for name in self._file.observables()}

    def to_ase(self, names: Mapping[str, str] | None = None) -> ase.Atoms:
        """The frame as ase.Atoms, in the units of ASE; see Trajectory.to_ase()."""
        from mdsim.results.ase_export import atoms_of

        return atoms_of(self, self._file, names or {})
