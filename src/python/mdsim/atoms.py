# SPDX-License-Identifier: BSD-3-Clause
"""Atoms as arrays: what a run may begin with, and what it has become."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from mdsim.array_types import Integers, Reals

if TYPE_CHECKING:
    import ase
    import h5py

    from mdsim.results import Frame

# Of a unit of ASE (Angstrom, eV, and the time that follows from both and the atomic mass unit): how many Angstrom the
# unit of length has, and how many femtoseconds that of time.
_ANGSTROM_AND_FEMTOSECONDS = {"metal": (1.0, 1000.0), "real": (1.0, 1.0), "nano": (10.0, 1000.0)}


@dataclass
class Atoms:
    """Atoms in a box, by id; lengths and times in the units of the input that they go with.

    `positions` are N x 3 and need not lie inside the box; `species` has a name for each atom; `cell` holds the edges of
    the box as rows, or the lengths of a rectangular one. `velocities` (N x 3), `images` (N x 3 whole numbers, boxes to
    add to unwrap) and `origin` (the corner of the box) may be missing. Raises ValueError where shapes do not fit.
    """

    positions: Reals
    species: Sequence[str]
    cell: Reals
    periodic: tuple[bool, bool, bool] = (True, True, True)
    velocities: Reals | None = None
    images: Integers | None = None
    origin: Reals | None = None

    def __post_init__(self) -> None:
        self.positions = _vectors(self.positions, "positions", None)
        count = len(self.positions)
        self.species = [str(name) for name in self.species]
        if len(self.species) != count:
            raise ValueError(f"species: {len(self.species)} names for {count} positions")
        if self.velocities is not None:
            self.velocities = _vectors(self.velocities, "velocities", count)
        if self.images is not None:
            self.images = np.asarray(_vectors(self.images, "images", count), dtype=np.int32)
        self.cell = _edges(self.cell)
        self.periodic = _three(self.periodic)
        if self.origin is not None:
            self.origin = np.asarray(self.origin, dtype=np.float64).reshape(3)

    def __len__(self) -> int:
        return len(self.positions)

    @property
    def names(self) -> list[str]:
        """The species that occur, each once, in the order of their first atoms."""
        return list(dict.fromkeys(self.species))

    @classmethod
    def from_frame(cls, frame: Frame) -> Atoms:
        """The atoms of a frame, such as `results.trajectory[-1]`, in the units of its run; at rest if it says no more.

        Atoms are in the order of their numbers, and numbered from 1 anew.
        """
        box = frame.box
        flags = (box.periodic[0], box.periodic[1], box.periodic[2])
        velocities = frame.velocities if "velocity" in frame else None
        images = frame.images if "image" in frame else None
        return cls(frame.positions, frame.species.tolist(), box.edges, flags, velocities, images, box.origin)

    @classmethod
    def from_ase(cls, atoms: ase.Atoms, units: str = "metal") -> Atoms:
        """Atoms of ASE, in the units of an input: metal, real or nano."""
        length, femtoseconds = _scales(units)
        velocities = None
        if atoms.has("momenta"):
            from ase.units import fs

            velocities = atoms.get_velocities() * fs * femtoseconds / length
        return cls(
            atoms.get_positions() / length,
            atoms.get_chemical_symbols(),
            atoms.cell.array / length,
            tuple(bool(p) for p in atoms.pbc),  # type: ignore[arg-type]
            velocities,
        )

    def to_ase(self, units: str = "metal") -> ase.Atoms:
        """The same as atoms of ASE, whose species must be symbols of elements."""
        import ase

        length, femtoseconds = _scales(units)
        shift = 0 if self.origin is None else self.origin
        made = ase.Atoms(
            list(self.species), positions=(self.positions - shift) * length, cell=self.cell * length, pbc=self.periodic
        )
        if self.velocities is not None:
            made.set_velocities(self.velocities * length / (femtoseconds * ase.units.fs))
        return made

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes a file from which an input can start: `[system.file] path = ...`, H5MD in double precision."""
        import h5py

        names = self.names
        numbers = {name: number for number, name in enumerate(names)}
        with h5py.File(path, "w") as file:
            head = file.create_group("h5md")
            head.attrs["version"] = np.array([1, 1])
            head.create_group("author").attrs["name"] = np.bytes_("mdsim")
            creator = head.create_group("creator")
            creator.attrs["name"] = np.bytes_("mdsim")
            creator.attrs["version"] = np.bytes_("python")
            group = file.create_group("particles/all")
            box = group.create_group("box")
            box.attrs["dimension"] = 3
            box.attrs["boundary"] = [np.bytes_("periodic" if p else "none") for p in self.periodic]
            if self.origin is not None:
                box.attrs["origin"] = self.origin
            box["edges"] = self.cell
            _write_element(group, "position", self.positions)
            if self.velocities is not None:
                _write_element(group, "velocity", self.velocities)
            if self.images is not None:
                _write_element(group, "image", self.images)
            group["species"] = np.array([numbers[name] for name in self.species], dtype=np.int32)


def _write_element(group: h5py.Group, name: str, values: npt.NDArray[Any]) -> None:
    element = group.create_group(name)
    element["value"] = values[np.newaxis]
    element["step"] = np.array([0], dtype=np.int64)
    element["time"] = np.array([0.0])


def _scales(units: str) -> tuple[float, float]:
    if units not in _ANGSTROM_AND_FEMTOSECONDS:
        allowed = ", ".join(_ANGSTROM_AND_FEMTOSECONDS)
        raise ValueError(f"atoms of ASE have units; those of the input may be {allowed}, not {units!r}")
    return _ANGSTROM_AND_FEMTOSECONDS[units]


def _vectors(values: Any, name: str, count: int | None) -> Reals:
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 2 or array.shape[1] != 3 or (count is not None and len(array) != count):
        wanted = "N x 3" if count is None else f"{count} x 3"
        raise ValueError(f"{name}: must be {wanted} numbers, found the shape {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name}: some are not finite")
    return array


def _edges(cell: Any) -> Reals:
    array = np.asarray(cell, dtype=np.float64)
    if array.shape == (3,):
        array = np.diag(array)
    if array.shape != (3, 3):
        raise ValueError(f"cell: must be three lengths or 3 x 3 edges, found the shape {array.shape}")
    return array


def _three(periodic: Any) -> tuple[bool, bool, bool]:
    flags = tuple(bool(p) for p in np.broadcast_to(np.asarray(periodic), 3))
    return (flags[0], flags[1], flags[2])
