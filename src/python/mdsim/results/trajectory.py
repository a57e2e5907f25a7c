# SPDX-License-Identifier: BSD-3-Clause
"""A trajectory, of which only what is asked for is read."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union, overload

import numpy as np

from mdsim.results.frame import Frame
from mdsim.results.store import SYSTEM, TrajectoryFile, no_field
from mdsim.results.tables import Array

if TYPE_CHECKING:
    import ase

    from mdsim.results.export.work import Frames, Outcome

Atoms = Union[slice, Sequence[int], Array]


class Trajectory(Sequence[Frame]):
    """The frames of a run: `trajectory[-1]`, `trajectory[::10]`, `for frame in trajectory`.

    Of a run that goes on, each access sees the whole frames that are in the file now. A part of a trajectory, such as
    `trajectory[10:20]`, keeps the frames it had.
    """

    def __init__(self, path: str | Path, file: TrajectoryFile | None = None, part: range | None = None) -> None:
        self._file = file or TrajectoryFile(Path(path))
        self._part = part

    def reload(self) -> None:
        """Forgets what was read; each access looks at the file anyway."""
        self._file.forget()

    @property
    def path(self) -> Path:
        """The file."""
        return self._file.path

    def _frames(self) -> range:
        """The places of the frames in the file."""
        self._file.refresh()
        return range(len(self._file.steps)) if self._part is None else self._part

    def __len__(self) -> int:
        return len(self._frames())

    @overload
    def __getitem__(self, index: int) -> Frame: ...

    @overload
    def __getitem__(self, index: slice) -> Trajectory: ...

    def __getitem__(self, index: int | slice) -> Frame | Trajectory:
        frames = self._frames()
        if isinstance(index, slice):
            return Trajectory(self.path, self._file, frames[index])
        try:
            index = operator.index(index)
        except TypeError:
            raise TypeError(f'frames are chosen by number or slice, not by {index!r}; fields by array("...")') from None
        if not -len(frames) <= index < len(frames):
            raise IndexError(f"there are {len(frames)} frames of {self.path} here, and no frame {index}")
        return self._frame(frames[index])

    def _frame(self, place: int) -> Frame:
        steps = self._file.steps
        if place >= len(steps):
            raise IndexError(f"{self.path} has {len(steps)} frames, and no longer a frame {place}")
        return Frame(self._file, place, int(steps[place]), float(self._file.times[place]))

    def __iter__(self) -> Iterator[Frame]:
        """The frames that were there when the iteration began."""
        for place in self._frames():
            yield self._frame(place)

    def __repr__(self) -> str:
        return f"<Trajectory {self.path}: {len(self)} frames of {self.atoms} atoms, {', '.join(self.fields)}>"

    @property
    def fields(self) -> tuple[str, ...]:
        """What frames hold of each atom, as trajectory.fields names it."""
        return self._file.fields()

    @property
    def units(self) -> dict[str, str]:
        """The unit of each field, of `box`, `time`, `mass` and `charge`; empty where there is none."""
        return self._file.units()

    @property
    def steps(self) -> Array:
        """The step of each frame."""
        frames = self._frames()
        return self._file.steps[_slice_of(frames)].copy()

    @property
    def times(self) -> Array:
        """The time of each frame."""
        frames = self._frames()
        return self._file.times[_slice_of(frames)].copy()

    @property
    def atoms(self) -> int:
        """The number of atoms."""
        return len(self._file.fixed("species"))

    @property
    def ids(self) -> Array:
        """The number of each atom; frames hold atoms in this order."""
        return self._file.fixed("id").copy()

    @property
    def species(self) -> Array:
        """The name of each atom's species."""
        return np.array(self.species_names)[self._file.fixed("species")]

    @property
    def species_names(self) -> list[str]:
        """The names of all species, in the order of the input."""
        return list(self._file.species_names())

    @property
    def masses(self) -> Array:
        """The mass of each atom."""
        return self._file.fixed("mass").copy()

    @property
    def charges(self) -> Array:
        """The charge of each atom."""
        return self._file.fixed("charge").copy()

    def array(self, field: str, atoms: Atoms | None = None) -> Array:
        """A field of all frames as one array, such as frames x atoms x 3 for `position`.

        `atoms` chooses some atoms, by a slice, their places or a mask: `trajectory[::10].array("position", [0, 5])`.
        The edges of the box are `array("box")`.
        """
        frames = self._frames()
        if field == "box":
            return self._read(f"{SYSTEM}/box/edges", frames)
        if field not in self.fields:
            raise no_field(self.path, field, self.fields)
        chosen = slice(None) if atoms is None else atoms
        return self._read(f"{SYSTEM}/{field}", frames, [chosen] if isinstance(chosen, int) else chosen)

    def observable(self, name: str) -> Array:
        """What frames hold of the whole system: `potential_energy`, `kinetic_energy`, `temperature`, `pressure`."""
        if name not in self._file.observables():
            raise no_field(self.path, name, self._file.observables())
        return self._read(f"observables/{name}", self._frames())

    @property
    def observable_units(self) -> dict[str, str]:
        """The unit of each of these; empty where there is none."""
        return {name: self._file.observable_unit(name) for name in self._file.observables()}

    def _read(self, path: str, frames: range, atoms: Atoms | None = None) -> Array:
        def work(file: Any) -> Array:
            values = self._file.entries(file[path], frames)
            rows = slice(0, 0) if not frames else slice(min(frames), max(frames) + 1, abs(frames.step))
            found: Array = _take(values, rows, atoms)
            return found if frames.step > 0 else found[::-1]

        if frames and max(frames) >= len(self._file.steps):
            raise IndexError(f"{self.path} has {len(self._file.steps)} frames, and no longer a frame {max(frames)}")
        return self._file.read(work)

    def to_ase(self, index: int = -1, names: Mapping[str, str] | None = None) -> ase.Atoms:
        """A frame as ase.Atoms: Angstrom, eV, and velocities in the units of ASE; `lj` stays as it is.

        `names` gives species the symbols of elements, like `{"A": "Ar"}`. A species whose name is no symbol becomes X.
        Forces and energies, as far as the frame has them, are results of a calculator.
        """
        return self[index].to_ase(names)

    def export(
        self,
        path: str | os.PathLike[str],
        *,
        format: str | None = None,
        frames: Frames = None,
        names: Mapping[str, str] | None = None,
        unwrap: bool = False,
        scale: tuple[float, float] | None = None,
        overwrite: bool = False,
    ) -> Outcome:
        """Writes frames as XTC, TRR, DCD, GRO, PDB or LAMMPS data: what the ending of `path` says, or `format`.

        `frames` chooses some: one, a slice, or a list of places; otherwise all, or the last if the file holds one only.
        `names` gives species other names, like `{"A": "Ar"}`. `unwrap` adds the images to the positions. Of a run in
        `lj`, `scale` says how many Angstrom its unit of length is, and how many ps that of time; otherwise both are 1.
        The file gets its name when it is complete. Raises ValueError where the format cannot hold the frames.
        """
        from mdsim.results.export import Order, export

        return export(self, path, Order(format, frames, names or {}, unwrap, scale, overwrite))


def _slice_of(frames: range) -> slice:
    """The slice that takes the same places."""
    return slice(frames.start, None if frames.stop < 0 else frames.stop, frames.step)


def _take(values: Any, rows: slice, atoms: Atoms | None) -> Any:
    """Rows of a dataset; of many single atoms frame by frame, so that one frame at a time is in memory."""
    if atoms is None:
        return values[rows]
    if isinstance(atoms, slice):
        start, stop, step = atoms.indices(values.shape[1])
        if step > 0:
            return values[rows, start : max(start, stop) : step]
    chosen = np.arange(values.shape[1])[atoms]
    places = range(values.shape[0])[rows]
    found = [values[place][chosen] for place in places]
    return np.array(found, dtype=values.dtype).reshape(len(found), len(chosen), *values.shape[2:])
