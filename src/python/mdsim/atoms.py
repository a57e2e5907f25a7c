# SPDX-License-Identifier: BSD-3-Clause
"""Atoms as arrays: what a run may begin with, and what it has become."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from mdsim.array_types import Integers, Reals

if TYPE_CHECKING:
    import ase
    import h5py

    from mdsim.results import Frame

_SYSTEMS = ("lj", "metal", "real", "nano")

# Of a unit of ASE (Angstrom, eV, and the time that follows from both and the atomic mass unit): how many Angstrom the
# unit of length has, and how many femtoseconds that of time.
_ANGSTROM_AND_FEMTOSECONDS = {"metal": (1.0, 1000.0), "real": (1.0, 1.0), "nano": (10.0, 1000.0)}


@dataclass(eq=False, repr=False)
class Atoms:
    """Atoms in a box, by id; lengths and times in the units of the input that they go with.

    `positions` are N x 3 and need not lie inside the box; `species` has a name for each atom; `cell` holds the edges of
    the box as rows, or the lengths of a rectangular one. `velocities` (N x 3), `images` (N x 3 whole numbers, boxes to
    add to unwrap) and `origin` (the corner of the box) may be missing. `units` names the unit system (lj, metal, real,
    nano) where it is known: an input of another one does not take the atoms. Arrays are copied. Raises ValueError where
    shapes or numbers do not fit.
    """

    positions: Reals
    species: Sequence[str]
    cell: Reals
    periodic: tuple[bool, bool, bool] = (True, True, True)
    velocities: Reals | None = None
    images: Integers | None = None
    origin: Reals | None = None
    units: str | None = None

    def __post_init__(self) -> None:
        self.positions = _vectors(self.positions, "positions", None)
        count = len(self.positions)
        if count == 0:
            raise ValueError("positions: there is no atom")
        if isinstance(self.species, str):
            raise ValueError("species: must be a name for each atom, found one text")
        self.species = [str(name) for name in self.species]
        if len(self.species) != count:
            raise ValueError(f"species: {len(self.species)} names for {count} positions")
        if self.velocities is not None:
            self.velocities = _vectors(self.velocities, "velocities", count)
        if self.images is not None:
            self.images = _whole(_vectors(self.images, "images", count), "images")
        self.cell = _edges(self.cell)
        self.periodic = _three(self.periodic)
        if self.origin is not None:
            self.origin = _vectors(np.reshape(self.origin, (1, -1)), "origin", 1)[0]
        if self.units is not None and self.units not in _SYSTEMS:
            raise ValueError(f"units: must be one of {', '.join(_SYSTEMS)}, found {self.units!r}")

    def __len__(self) -> int:
        return len(self.positions)

    def __repr__(self) -> str:
        box = "rectangular" if np.array_equal(self.cell, np.diag(np.diag(self.cell))) else "triclinic"
        kinds = ", ".join(f"{list(self.species).count(name)} {name}" for name in self.names)
        return f"<mdsim.Atoms: {kinds}, {box} box {', '.join(f'{edge:.6g}' for edge in np.diag(self.cell))}>"

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
        system = system_of(frame.units.get("box", ""), frame.units.get("time", ""))
        return cls(frame.positions, frame.species.tolist(), box.edges, flags, velocities, images, box.origin, system)

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
            units=units,
        )

    def to_ase(self, units: str | None = None, names: Mapping[str, str] | None = None) -> ase.Atoms:
        """The same as atoms of ASE; `names` gives species the symbols of elements, and others than these become X.

        Units are those that the atoms know of themselves, otherwise `units`; metal if nobody says so.
        """
        if units and self.units and units != self.units:
            raise ValueError(f"units: the atoms are in those of {self.units}, not {units}")
        length, femtoseconds = _scales(units or self.units or "metal")

        import ase
        from ase.data import atomic_numbers

        symbols = element_symbols(self.names, names or {}, atomic_numbers)
        shift = 0 if self.origin is None else self.origin
        made = ase.Atoms(
            [symbols[name] for name in self.species],
            positions=(self.positions - shift) * length,
            cell=self.cell * length,
            pbc=self.periodic,
        )
        if self.velocities is not None:
            made.set_velocities(self.velocities * length / (femtoseconds * ase.units.fs))
        return made

    def digest(self) -> str:
        """Some letters that tell these atoms from others."""
        found = hashlib.sha256()
        for array in (self.positions, self.cell, self.velocities, self.images, self.origin):
            found.update(b"-" if array is None else np.ascontiguousarray(array).tobytes())
        found.update(repr((list(self.species), self.periodic)).encode())
        return found.hexdigest()[:8]

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


def element_symbols(species: Iterable[str], names: Mapping[str, str], known: Container[str]) -> dict[str, str]:
    """The symbol of an element for each species: as `names` has it, or its own; X where that is none.

    Raises ValueError for a species in `names` that is not there.
    """
    symbols = {}
    for name in species:
        symbol = names.get(name, name)
        symbols[name] = symbol if symbol in known else "X"
    for name in names:
        if name not in symbols:
            raise ValueError(f"names: there is no species {name!r}; there are: {', '.join(symbols)}")
    return symbols


def system_of(length: str, time: str) -> str | None:
    """The unit system whose lengths and times have such names; None where none has."""
    named = {("", ""): "lj", ("Angstrom", "ps"): "metal", ("Angstrom", "fs"): "real", ("nm", "ps"): "nano"}
    return named.get((length, time))


def _scales(units: str) -> tuple[float, float]:
    if units not in _ANGSTROM_AND_FEMTOSECONDS:
        allowed = ", ".join(_ANGSTROM_AND_FEMTOSECONDS)
        raise ValueError(f"atoms of ASE have units; those of the input may be {allowed}, not {units!r}")
    return _ANGSTROM_AND_FEMTOSECONDS[units]


def _vectors(values: Any, name: str, count: int | None) -> Reals:
    array = np.array(values, dtype=np.float64)
    if array.ndim != 2 or array.shape[1] != 3 or (count is not None and len(array) != count):
        wanted = "N x 3" if count is None else f"{count} x 3"
        raise ValueError(f"{name}: must be {wanted} numbers, found the shape {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name}: some are not finite")
    return array


def _edges(cell: Any) -> Reals:
    array = np.array(cell, dtype=np.float64)
    if array.shape == (3,):
        array = np.diag(array)
    if array.shape != (3, 3):
        raise ValueError(f"cell: must be three lengths or 3 x 3 edges, found the shape {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError("cell: some numbers are not finite")
    if not np.linalg.det(array) > 0:
        raise ValueError(
            "cell: its edges must span a volume, and be right-handed; a slab or a molecule needs edges along open "
            "directions, too"
        )
    return array


def _whole(values: Reals, name: str) -> Integers:
    most = np.iinfo(np.int32).max
    if not np.array_equal(values, np.rint(values)) or np.abs(values).max(initial=0) > most:
        raise ValueError(f"{name}: must be whole numbers of at most 32 bits")
    return values.astype(np.int32)


def _three(periodic: Any) -> tuple[bool, bool, bool]:
    flags = np.asarray(periodic)
    if flags.shape not in ((), (3,)) or flags.dtype.kind not in "bi":
        raise ValueError(f"periodic: must be one or three of True and False, found {periodic!r}")
    flags = np.broadcast_to(flags, 3).astype(bool)
    return (bool(flags[0]), bool(flags[1]), bool(flags[2]))
