# SPDX-License-Identifier: BSD-3-Clause
"""What writers of formats are given: the atoms once, then one frame after the other."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol

from mdsim.results.tables import Array


@dataclass(frozen=True, eq=False)
class Subject:
    """What holds for all frames."""

    title: str
    ids: Array
    """the number of each atom; frames are in their order"""
    species: Array
    """the place of each atom's species among `names`"""
    names: list[str]
    masses: Array
    """of each atom [g/mol, or reduced]"""
    charges: Array
    """of each atom [e, or reduced]"""

    def names_of_atoms(self) -> list[str]:
        """The name of each atom's species."""
        return [self.names[number] for number in self.species]


@dataclass(frozen=True, eq=False)
class Snapshot:
    """A frame in the units of the format."""

    step: int
    time: float
    edges: Array
    """3 x 3: rows are the edges of the box, a along x and b in the plane of x and y"""
    origin: Array
    """the corner of the box"""
    positions: Array
    """N x 3"""
    velocities: Array | None
    """N x 3; None where the frame or the format has none"""
    images: Array | None
    """N x 3: boxes to add to unwrap; None where there are none, or positions are unwrapped"""
    digits: int
    """so many digits give the same numbers when they are read back"""


class Writer(Protocol):
    """An open file of a format."""

    def write(self, frame: Snapshot) -> None:
        """Appends a frame. Raises ValueError where the format cannot hold it."""

    def __enter__(self) -> Writer: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class TextWriter:
    """An open file of text."""

    def __init__(self, path: Path, subject: Subject) -> None:
        self.file = open(path, "w", encoding="ascii", newline="\n")  # noqa: SIM115 - closed by __exit__
        self.subject = subject

    def __enter__(self) -> TextWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.file.close()

    def write(self, frame: Snapshot) -> None:
        """Appends a frame."""
        raise NotImplementedError
