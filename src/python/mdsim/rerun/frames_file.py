# SPDX-License-Identifier: BSD-3-Clause
"""trajectory.h5md of frames that were computed anew, laid out as a run does it."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Any

import h5py
import numpy as np

from mdsim import _core
from mdsim.inputs import InputText
from mdsim.rerun.columns import unit_of
from mdsim.rerun.engine import Computed, is_foreign
from mdsim.results import Frame, Trajectory
from mdsim.results.store import SYSTEM

COPIED = ("image", "velocity")
"""what frames keep of what they had, beside positions"""
OBSERVABLES = ("potential_energy", "kinetic_energy", "temperature", "pressure")
WITHOUT_VELOCITIES = OBSERVABLES[:1]
CHUNK = 8192
"""of a series; frames that are larger have a chunk each [bytes]"""


class FramesFile:
    """Writes frames: positions, images and velocities as they were, and fields that were computed.

    `units` are those of the engine, `text` the input of the potentials, which is kept in the file.
    """

    def __init__(
        self, path: Path, like: Trajectory, fields: tuple[str, ...], units: dict[str, str], text: InputText
    ) -> None:
        self._copied = tuple(name for name in COPIED if name in like.fields)
        self._fields = fields
        self._observables = OBSERVABLES if "velocity" in like.fields else WITHOUT_VELOCITIES
        self._count = 0
        self._file = h5py.File(path, "w")
        self._write_heads(text, bool(units["length"]))
        self._write_fixed(like)
        self._make_series(like, units)

    def __enter__(self) -> FramesFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, frame: Frame, computed: Computed) -> None:
        """A frame, behind the others."""
        system = self._file[SYSTEM]
        self._append(system["position/step"], frame.step)
        self._append(system["position/time"], frame.time)
        self._append(system["box/edges/value"], frame.box.edges)
        for name in ("position", *self._copied):
            self._append(system[name]["value"], frame[name])
        for name in self._fields:
            self._append(system[name]["value"], computed.fields[name])
        for name in self._observables:
            self._append(self._file["observables"][name]["value"], computed.thermo[name])
        self._count += 1
        self._file.flush()

    def _append(self, dataset: Any, values: Any) -> None:
        dataset.resize(self._count + 1, axis=0)
        dataset[self._count] = values

    def _write_heads(self, text: InputText, with_units: bool) -> None:
        head = self._file.create_group("h5md")
        head.attrs["version"] = np.array([1, 1], dtype=np.int32)
        head.create_group("author").attrs["name"] = np.bytes_("N/A")
        creator = head.create_group("creator")
        creator.attrs["name"] = np.bytes_("mdsim")
        creator.attrs["version"] = np.bytes_(_core.version)
        if with_units:
            module = head.create_group("modules/units")
            module.attrs["version"] = np.array([1, 0], dtype=np.int32)
            module.attrs["system"] = np.bytes_("mdsim")
        self._file.create_dataset("parameters/mdsim/input", data=np.bytes_(text.text.encode("utf-8")))

    def _write_fixed(self, like: Trajectory) -> None:
        system = self._file.create_group(SYSTEM)
        numbers = {name: number for number, name in enumerate(like.species_names)}
        system["id"] = like.ids
        system["species"] = np.array([numbers[name] for name in like.species.tolist()], dtype=np.int32)
        for name, values in (("mass", like.masses), ("charge", like.charges)):
            system[name] = values.astype(np.float32)
            _give_unit(system[name], like.units[name])
        for name in ("all", "trajectory"):
            self._file["particles"][name] = h5py.SoftLink(f"/{SYSTEM}")
        structure = self._file.create_group("parameters/vmd_structure")
        structure["indexOfSpecies"] = np.arange(len(numbers), dtype=np.int32)
        for name in ("name", "type"):
            structure.create_dataset(name, data=list(numbers), dtype=h5py.string_dtype())

    def _make_series(self, like: Trajectory, units: dict[str, str]) -> None:
        """An element for each series, all of which share step and time."""
        system, atoms = self._file[SYSTEM], like.atoms
        self._element(system, "position", (atoms, 3), np.float32, units["length"], first=True)
        _give_unit(system["position/time"], units["time"])
        box = system.create_group("box")
        first = like[0].box
        box.attrs["dimension"] = np.int32(3)
        box.attrs["boundary"] = np.array([b"periodic" if p else b"none" for p in first.periodic], dtype="S9")
        box.attrs["origin"] = first.origin
        self._element(box, "edges", (3, 3), np.float64, units["length"])
        for name in self._copied:
            self._element(system, name, (atoms, 3), np.int32 if name == "image" else np.float32, like.units[name])
        shapes = {"force": (atoms, 3), "potential_energy": (atoms,), "virial": (atoms, 3, 3)}
        for name in self._fields:
            unit = force_unit(units) if name == "force" else units["energy"]
            self._element(system, name, shapes[name], np.float32, unit)
        observables = self._file.create_group("observables")
        for name in self._observables:
            self._element(observables, name, (), np.float64, unit_of(name, units))

    def _element(
        self, parent: Any, name: str, shape: tuple[int, ...], kind: type, unit: str, *, first: bool = False
    ) -> None:
        group = parent.create_group(name)
        if first:
            for series, of in (("step", np.int64), ("time", np.float64)):
                group.create_dataset(series, (0,), of, maxshape=(None,), chunks=_chunks((), of))
        else:
            for series in ("step", "time"):
                group[series] = self._file[SYSTEM]["position"][series]
        packed = "gzip" if name == "image" else None
        group.create_dataset(
            "value", (0, *shape), kind, maxshape=(None, *shape), chunks=_chunks(shape, kind), compression=packed
        )
        _give_unit(group["value"], unit)


def _chunks(shape: tuple[int, ...], kind: type) -> tuple[int, ...]:
    """Of as many frames as fit, at least one."""
    size = int(np.prod(shape, dtype=np.int64)) * np.dtype(kind).itemsize
    return (max(1, CHUNK // size), *shape)


def force_unit(units: dict[str, str]) -> str:
    """Of forces in a trajectory."""
    return "kJ mol-1 Angstrom-1" if is_foreign(units) else units["force"]


def _give_unit(dataset: Any, unit: str) -> None:
    """As text of variable length in ASCII, as MDAnalysis wants it."""
    if unit:
        dataset.attrs.create("unit", unit, dtype=h5py.string_dtype("ascii"))
