# SPDX-License-Identifier: BSD-3-Clause
"""Goes through the frames and hands them to the writer of a format."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from mdsim.results.export.formats import Format, format_of
from mdsim.results.export.snapshot import Snapshot, Subject
from mdsim.results.export.units import Scale
from mdsim.results.frame import Frame
from mdsim.results.tables import Array

if TYPE_CHECKING:
    from mdsim.results.trajectory import Trajectory

Frames = Union[int, slice, Sequence[int], None]


@dataclass(frozen=True)
class Order:
    """What to export, and how."""

    format: str | None = None
    frames: Frames = None
    names: Mapping[str, str] = field(default_factory=dict)
    unwrap: bool = False
    scale: tuple[float, float] | None = None
    overwrite: bool = False


@dataclass(frozen=True)
class Outcome:
    """What was written."""

    path: Path
    frames: int
    format: str
    units: str
    """what lengths and times are in; empty where they are numbers of a run without units"""


def export(trajectory: Trajectory, path: str | os.PathLike[str], order: Order) -> Outcome:
    """Writes the chosen frames; the file gets its name when it is complete. See Trajectory.export()."""
    target = Path(path)
    chosen = format_of(target, order.format)
    _expect_place(target, order.overwrite)
    scale = _scale(trajectory, chosen, order)
    frames = _chosen(trajectory, chosen, order.frames)
    subject = _subject(trajectory, chosen, scale, order.names)
    draft = target.with_name(f"{target.name}.{os.getpid()}.tmp")
    try:
        with chosen.open(draft, subject) as writer:
            for frame in frames:
                writer.write(_snapshot(frame, scale, chosen, order.unwrap))
        draft.chmod(draft.stat().st_mode & 0o666)  # chemfiles makes programs of its files
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
    return Outcome(target, len(frames), chosen.name, scale.name)


def _expect_place(target: Path, overwrite: bool) -> None:
    if not target.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {target.parent} to write {target.name} to")
    if target.is_dir():
        raise ValueError(f"{target} is a folder: name a file")
    if target.exists() and not overwrite:
        raise ValueError(f"{target} exists already: choose another name, or ask for it to be overwritten")


def _scale(trajectory: Trajectory, chosen: Format, order: Order) -> Scale:
    units = trajectory.units
    if order.scale is not None:
        if units["position"]:
            raise ValueError(f"a scale is for runs in lj; this one is in {units['position']} and {units['time']}")
        if not all(np.isfinite(number) and number > 0 for number in order.scale):
            raise ValueError(f"scale: must be two numbers above 0, found {order.scale}")
    return chosen.units(units, order.scale)


class _Picked:
    """Some frames, in an order of their own, of those that were there at first."""

    def __init__(self, trajectory: Trajectory, places: Sequence[int]) -> None:
        self._places = places
        self._frames = trajectory[:]

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[Frame]:
        return (self._frames[place] for place in self._places)


def _places(frames: Any, count: int) -> list[int]:
    """Places of frames: one, several, or as many flags as there are frames."""
    flags = np.asarray(frames)
    if flags.dtype == bool and flags.ndim == 1:
        if len(flags) != count:
            raise ValueError(f"frames: {len(flags)} flags for {count} frames")
        return [int(place) for place in np.flatnonzero(flags)]
    try:
        return [operator.index(frames)] if flags.ndim == 0 else [operator.index(place) for place in frames]
    except TypeError:
        raise TypeError(f"frames: must be whole numbers, flags or a slice, found {frames!r}") from None


def _chosen(trajectory: Trajectory, chosen: Format, frames: Frames) -> Trajectory | _Picked:
    found: Trajectory | _Picked
    if frames is None:
        found = trajectory[-1:] if chosen.single else trajectory[:]
    elif isinstance(frames, slice):
        found = trajectory[frames]
    else:
        places = _places(frames, len(trajectory))
        for place in places:
            _ = trajectory[place]  # raises IndexError
        found = _Picked(trajectory, places)
    if len(found) == 0:
        raise ValueError(f"no frame is chosen of the {len(trajectory)} of {trajectory.path}")
    if chosen.single and len(found) > 1:
        raise ValueError(f"{chosen.name} holds one frame, and {len(found)} are chosen: choose one, as by --frame last")
    return found


def _subject(trajectory: Trajectory, chosen: Format, scale: Scale, names: Mapping[str, str]) -> Subject:
    known = trajectory.species_names
    for name in names:
        if name not in known:
            raise ValueError(f"names: there is no species {name!r}; there are: {', '.join(known)}")
    numbers = {name: place for place, name in enumerate(known)}
    return Subject(
        title=scale.name if chosen.single else "mdsim",
        ids=trajectory.ids,
        species=np.array([numbers[name] for name in trajectory.species.tolist()], dtype=np.int64),
        names=[names.get(name, name) for name in known],
        masses=trajectory.masses,
        charges=trajectory.charges,
    )


def _snapshot(frame: Frame, scale: Scale, chosen: Format, unwrap: bool) -> Snapshot:
    box = frame.box
    positions: Array = frame.unwrapped if unwrap else frame.positions
    velocities = None
    if chosen.velocities and "velocity" in frame:
        velocities = frame.velocities.astype(np.float64) * scale.velocity
    return Snapshot(
        step=frame.step,
        time=frame.time * scale.time,
        edges=box.edges * scale.length,
        origin=box.origin * scale.length,
        positions=positions.astype(np.float64) * scale.length,
        velocities=velocities,
        images=None if unwrap or "image" not in frame else frame.images,
        digits=9 if frame.positions.dtype == np.float32 and not unwrap else 17,
    )
