# SPDX-License-Identifier: BSD-3-Clause
"""XTC, TRR and DCD, which chemfiles writes: Angstrom and ps go in, whatever the file holds."""

from __future__ import annotations

import shutil
import struct
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from mdsim.results.export.snapshot import Snapshot, Subject
from mdsim.results.files import need
from mdsim.results.tables import Array

XTC_PRECISION = 10_000.0
"""[1/nm]: positions are rounded to 0.001 Angstrom, ten times finer than GROMACS does by itself"""

MOST_STEPS = 2**31 - 1
"""that these formats can count"""

MOST_BYTES = 24
"""that an atom takes in a frame"""

SPARE_BYTES = 1_000_000
"""on the disk; the file is mapped into memory, and a full disk would end the process by SIGBUS"""

AKMA_TIME = 0.04888821
"""the unit of time of CHARMM, and so of DCD [ps]"""


class ChemfilesWriter:
    """An open file; `name` is that of the format in chemfiles."""

    name = ""

    def __init__(self, path: Path, subject: Subject) -> None:
        self._chemfiles = need("chemfiles", f"writing {self.name}")
        self.path = path
        self._frame = self._chemfiles.Frame()
        self._frame.resize(len(subject.ids))
        self._file = self._try(lambda: self._chemfiles.Trajectory(str(path), "w", self.name))

    def write(self, frame: Snapshot) -> None:
        """Appends a frame."""
        self._expect_space(len(frame.positions))
        made = self._frame
        made.positions[:] = frame.positions - frame.origin
        if frame.velocities is not None:
            if not made.has_velocities():
                made.add_velocities()
            made.velocities[:] = frame.velocities
        made.cell = self._chemfiles.UnitCell(np.ascontiguousarray(frame.edges.T))
        made.step = frame.step if frame.step <= MOST_STEPS else 0
        made["time"] = float(frame.time)
        made["xtc_precision"] = XTC_PRECISION
        self._try(lambda: self._file.write(made))

    def _expect_space(self, atoms: int) -> None:
        free = shutil.disk_usage(self.path.parent).free
        if free < MOST_BYTES * atoms + SPARE_BYTES:
            raise OSError(f"{self.name} cannot be written: the disk has {free} bytes left, too few for a frame")

    def _try(self, work: Any) -> Any:
        """Turns errors of chemfiles, which are no Exception, into such."""
        try:
            return work()
        except self._chemfiles.ChemfilesError as error:
            raise OSError(f"{self.name} cannot be written: {error}") from None

    def __enter__(self) -> ChemfilesWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._try(self._file.close)


class XtcWriter(ChemfilesWriter):
    """XTC: positions in nm, compressed."""

    name = "XTC"


class TrrWriter(ChemfilesWriter):
    """TRR: positions and velocities in single precision."""

    name = "TRR"


class DcdWriter(ChemfilesWriter):
    """DCD: positions in single precision. Its header says the first step and one distance between frames."""

    name = "DCD"

    def __init__(self, path: Path, subject: Subject) -> None:
        super().__init__(path, subject)
        self._steps: list[int] = []
        self._times: list[float] = []

    def write(self, frame: Snapshot) -> None:
        """Appends a frame."""
        super().write(frame)
        self._steps.append(frame.step)
        self._times.append(frame.time)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        super().__exit__(kind, error, trace)
        if kind is None and self.is_even():
            self._write_times()

    def is_even(self) -> bool:
        """Whether the header can say when frames were."""
        steps: Array = np.diff(np.array(self._steps))
        times: Array = np.diff(np.array(self._times))
        if len(steps) == 0 or steps[0] <= 0 or self._steps[-1] > MOST_STEPS:
            return False
        return bool((steps == steps[0]).all() and np.allclose(times, times[0], rtol=1e-6))

    def _write_times(self) -> None:
        """Fills in what chemfiles leaves zero: behind the mark of the record, "CORD" and the number of frames."""
        every = self._steps[1] - self._steps[0]
        step = (self._times[-1] - self._times[0]) / (self._steps[-1] - self._steps[0])
        with open(self.path, "r+b") as file:
            file.seek(12)
            file.write(struct.pack("=ii", self._steps[0], every))
            file.seek(44)
            file.write(struct.pack("=f", step / AKMA_TIME))
