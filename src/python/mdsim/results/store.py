# SPDX-License-Identifier: BSD-3-Clause
"""The file of a trajectory, which a run may still be writing."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable, TypeVar

import numpy as np

from mdsim.results.files import PAUSE, TRIES, Signature, missing, open_hdf5, signature, text_of, unit_of, unreadable
from mdsim.results.tables import Array

T = TypeVar("T")

MOST_IN_WORK = 2
"""frames that a run may not have written in full"""

SYSTEM = "particles/system"
FIXED = ("id", "species", "mass", "charge")
WHY = "trajectory.every is 0 in the input, or the run has not begun"


class NoSuchFrameError(IndexError):
    """A frame that was in the file is not there any more, or its index is being written."""


class TrajectoryFile:
    """Reads an H5MD file frame by frame.

    It is opened for each reading and closed again, so that nothing is held back from a file that grows, and others may
    open it in their own way meanwhile.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.forget()

    def __reduce__(self) -> tuple[type[TrajectoryFile], tuple[Path]]:
        return type(self), (self.path,)

    def forget(self) -> None:
        """Forgets what was read."""
        self._signature: Signature | None = None
        self._kept: dict[str, Any] = {}
        self.steps: Array = np.empty(0, dtype=np.int64)
        self.times: Array = np.empty(0)

    def refresh(self) -> None:
        """Takes up the frames that are in the file now."""
        if not self._is_known():
            self.read(lambda _: None)

    def _is_known(self) -> bool:
        """Whether the file is as it was when frames were counted."""
        return self._signature is not None and self._signature == self._look()

    def _look(self) -> Signature | None:
        try:
            return signature(self.path)
        except FileNotFoundError:
            raise missing(self.path, WHY) from None

    def read(self, work: Callable[[Any], T]) -> T:
        """What `work` finds in the open file; tried again where the run was writing."""
        for left in reversed(range(TRIES)):
            try:
                found = self._look()
                with open_hdf5(self.path, WHY) as file:
                    if found is None or found != self._signature:
                        self._count_frames(file, most_in_work=MOST_IN_WORK if left > 0 else None)
                        self._signature = found
                    return work(file)
            except FileNotFoundError:
                raise
            except NoSuchFrameError:
                self.forget()
                settled = found is not None and found == self._look()
                if left == 0 or settled:
                    raise
            except (OSError, RuntimeError, KeyError) as error:
                self.forget()
                if left == 0:
                    raise unreadable(self.path, error) from error
            time.sleep(PAUSE)
        raise AssertionError("the last try returns or raises")

    def _count_frames(self, file: Any, most_in_work: int | None) -> None:
        """The frames that are whole.

        Where more than some frames at the end are not, the index was read while it was written: OSError.
        """
        self.forget()
        elements = list(_elements(file))
        position = file[SYSTEM]["position"]
        count = min(element["value"].shape[0] for element in elements)
        count = min(count, position["step"].shape[0], position["time"].shape[0])
        steps = position["step"][:count]
        most = count
        while count > 0 and not _is_whole(elements, steps, count - 1):
            count -= 1
            if most_in_work is not None and most - count > most_in_work:
                raise OSError("the index of frames is being written")
        self.steps, self.times = steps[:count], position["time"][:count]

    def entries(self, group: Any, frames: range) -> Any:
        """What a group of the file has for these frames; raises OSError, for another try, if an entry is missing.

        Only a file that changes is looked at so closely: HDF5 gives zeros where its index is not up to date.
        """
        values = group["value"]
        if self._signature is None and not all(_has_chunks(values, frame) for frame in frames):
            raise OSError("the index of frames is being written")
        return values

    def fields(self) -> tuple[str, ...]:
        """What frames hold of each atom."""
        return self._keep("fields", lambda file: tuple(n for n, group in file[SYSTEM].items() if _is_element(group)))

    def observables(self) -> tuple[str, ...]:
        """What frames hold of the whole system."""

        def work(file: Any) -> tuple[str, ...]:
            return tuple(name for name, group in file.get("observables", {}).items() if _is_element(group))

        return self._keep("observables", work)

    def observable_unit(self, name: str) -> str:
        """The unit of what frames hold of the whole system."""
        return self._keep(f"unit of {name}", lambda file: unit_of(file["observables"][name]["value"]))

    def units(self) -> dict[str, str]:
        """The unit of each field, of the box and of the time; empty where there is none."""

        def work(file: Any) -> dict[str, str]:
            system = file[SYSTEM]
            found = {name: unit_of(group["value"]) for name, group in system.items() if _is_element(group)}
            found.update({name: unit_of(system[name]) for name in FIXED if name in system})
            found["box"] = unit_of(system["box/edges/value"])
            found["time"] = unit_of(system["position/time"])
            return found

        return dict(self._keep("units", work))

    def fixed(self, name: str) -> Array:
        """What does not change over time, such as `mass`, of each atom."""
        return self._keep(name, lambda file: file[SYSTEM][name][()])

    def species_names(self) -> list[str]:
        """The names of the species, in the order of their numbers."""

        def work(file: Any) -> list[str]:
            structure = file["parameters/vmd_structure"]
            numbers = structure["indexOfSpecies"][()]
            names = [text_of(name) for name in structure["name"][()]]
            return [name for _, name in sorted(zip(numbers, names))]

        return self._keep("species names", work)

    def box_attributes(self) -> tuple[Array, tuple[bool, ...]]:
        """The corner of the box, and in which directions it repeats."""

        def work(file: Any) -> tuple[Array, tuple[bool, ...]]:
            attributes = file[SYSTEM]["box"].attrs
            periodic = tuple(text_of(side) == "periodic" for side in attributes["boundary"])
            return np.array(attributes.get("origin", np.zeros(3)), dtype=float), periodic

        return self._keep("box", work)

    def _keep(self, name: str, work: Callable[[Any], T]) -> T:
        """What is read once for as long as the file does not change."""

        def look(file: Any) -> T:
            found = self._kept[name] = work(file)
            return found

        if name in self._kept and self._is_known():
            kept: T = self._kept[name]
            return kept
        return self.read(look)


def _is_element(group: Any) -> bool:
    return hasattr(group, "keys") and "value" in group and "step" in group


def _elements(file: Any) -> Iterator[Any]:
    """All groups that have an entry for each frame."""
    for parent in (file[SYSTEM], file[SYSTEM]["box"], file.get("observables", {})):
        yield from (group for group in parent.values() if _is_element(group))


def _is_whole(elements: list[Any], steps: Array, frame: int) -> bool:
    """Whether all of a frame is in the file; HDF5 may have made a place for it and not filled it yet."""
    if frame > 0 and steps[frame] <= steps[frame - 1]:
        return False
    return all(_has_chunks(element["value"], frame) for element in elements)


def _has_chunks(values: Any, frame: int) -> bool:
    """Whether the first and the last chunk of a frame have a place in the file."""
    if values.chunks is None or 0 in values.shape:
        return True
    first = (frame, *(0 for _ in values.shape[1:]))
    last = (frame, *(size - 1 for size in values.shape[1:]))
    return all(_has_chunk(values, place) for place in {_chunk_of(values, first), _chunk_of(values, last)})


def _chunk_of(values: Any, place: tuple[int, ...]) -> tuple[int, ...]:
    """Where the chunk begins that holds a number."""
    return tuple(at - at % size for at, size in zip(place, values.chunks))


def _has_chunk(values: Any, begin: tuple[int, ...]) -> bool:
    try:
        values.id.read_direct_chunk(begin)
    except (OSError, RuntimeError, ValueError):
        return False
    return True


def no_field(path: Path, name: str, fields: tuple[str, ...]) -> ValueError:
    """The exception where a field is asked for that is not there."""
    words = f"the frames of {path} hold no {name}, only {', '.join(fields)}"
    return ValueError(f"{words}; a run writes what trajectory.fields names")
