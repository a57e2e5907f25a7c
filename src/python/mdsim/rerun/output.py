# SPDX-License-Identifier: BSD-3-Clause
"""The files of a rerun."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from mdsim.inputs import InputText
from mdsim.rerun.columns import RowsFile
from mdsim.rerun.comparison import Comparison, Difference
from mdsim.rerun.engine import Computed
from mdsim.rerun.folder import begin
from mdsim.rerun.frames_file import FramesFile
from mdsim.rerun.rdf import RdfMean
from mdsim.rerun.source import Source
from mdsim.results import Frame


@dataclass(frozen=True)
class Outcome:
    """What was done."""

    folder: Path
    frames: int
    atoms: int
    files: tuple[str, ...]
    differences: list[Difference]
    seconds: float


class Writer:
    """The files of a rerun, which are begun with the first frame that was computed."""

    def __init__(
        self,
        fields: tuple[str, ...],
        folder: Path,
        source: Source,
        text: InputText,
        comparison: Comparison | None,
        rdf: RdfMean | None,
    ) -> None:
        self.source = source
        self._fields = fields
        self._folder = folder
        self._text = text
        self._comparison = comparison
        self._rdf = rdf
        self._stack = ExitStack()
        self._rows: RowsFile | None = None
        self._frames: FramesFile | None = None
        self._units: dict[str, str] = {}
        self._count = 0

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()
        if error is None:
            self._finish()

    def add(self, frame: Frame, computed: Computed, units: dict[str, str]) -> None:
        """A frame."""
        if self._rows is None:
            self._rows = self._begin(units)
        self._rows.add(frame, computed.thermo)
        if self._frames is not None:
            self._frames.add(frame, computed)
        if self._comparison is not None:
            self._comparison.add(frame, computed)
        if self._rdf is not None:
            self._rdf.add(computed.rdf, computed.thermo["density"])
        self._count += 1

    def _begin(self, units: dict[str, str]) -> RowsFile:
        begin(self._folder)
        self._units = units
        (self._folder / "input.toml").write_text(self._text.text, encoding="utf-8")
        if self._fields:
            like, path = self.source.trajectory, self._folder / "trajectory.h5md"
            self._frames = self._stack.enter_context(FramesFile(path, like, self._fields, units, self._text))
        rows = RowsFile(self._folder / "thermo.csv", units, velocities=self.source.has_velocities)
        return self._stack.enter_context(rows)

    def _finish(self) -> None:
        if self._rdf is not None:
            self._rdf.write(self._folder / "rdf.csv", self._units["length"])
        if self._comparison is not None:
            (self._folder / "differences.csv").write_text(self._comparison.csv(), encoding="utf-8")

    def outcome(self, seconds: float) -> Outcome:
        """What was written."""
        kinds = {
            "thermo.csv": True,
            "trajectory.h5md": bool(self._fields),
            "rdf.csv": self._rdf is not None,
            "differences.csv": self._comparison is not None,
        }
        files = tuple(name for name, there in kinds.items() if there)
        differences = self._comparison.all if self._comparison else []
        return Outcome(self._folder, self._count, self.source.trajectory.atoms, files, differences, seconds)
