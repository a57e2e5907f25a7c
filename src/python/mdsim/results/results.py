# SPDX-License-Identifier: BSD-3-Clause
"""A run, as its output folder shows it."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from mdsim.results.files import damaged, read_json, read_text
from mdsim.results.observables import Observables
from mdsim.results.progress import Part, Progress, is_written, parts_of_log, parts_of_summary, read_progress
from mdsim.results.tables import Array, RowSource, Table
from mdsim.results.trajectory import Trajectory

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes

MARKS = ("progress.json", "thermo.csv", "thermo.h5", "trajectory.h5md", "checkpoint.h5", "summary.json")
"""one of these is in the folder of every run"""

ENDED = ("finished", "stopped")

_WARNING = re.compile(r"^\S+Z warning: (.*)$")


def open_run(path: str | os.PathLike[str]) -> Results:
    """Opens the output folder of a run, such as `run.out`, while it goes on or afterwards.

    Raises FileNotFoundError where there is no folder, and ValueError where it holds no run.
    """
    return Results(path)


class Results:
    """What a run has written, as it is in its files now: each access looks again."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.folder = Path(path)
        """the output folder"""
        _expect_run(self.folder)
        why = "thermo.every is 0 in the input, or the run has not begun"
        self._thermo = RowSource(self.folder, "thermo", why)
        self._trajectory = Trajectory(self.folder / "trajectory.h5md")
        self._observables = Observables(self.folder, self._has_ended, self._input_or_nothing)

    def __repr__(self) -> str:
        return f"<Results {self.folder}: {self.progress if self.has_progress() else 'of a rerun, or an early version'}>"

    def reload(self) -> Results:
        """Forgets what was read; returns itself.

        Each access looks at the files anyway. This frees memory, and helps where a file was replaced unnoticed.
        """
        self._trajectory.reload()
        self._thermo.forget()
        self._observables.forget()
        return self

    def has_progress(self) -> bool:
        """Whether the folder says how far the run is; early versions of mdsim did not."""
        return (self.folder / "progress.json").exists()

    @property
    def progress(self) -> Progress:
        """How far the run is, from progress.json."""
        return read_progress(self.folder)

    @property
    def finished(self) -> bool:
        """Whether the run has done all its steps."""
        return self.progress.state == "finished"

    @property
    def state(self) -> str:
        """`running`, `finished`, `stopped`, `failed` or `killed`.

        A run that was killed on another host is `running`.
        """
        before = self.progress.state
        if before != "running":
            return before
        written = is_written(self.folder)
        state = self.progress.state  # again, as the run may have ended between the two looks
        return "killed" if state == "running" and written is False else state

    @property
    def running(self) -> bool:
        """Whether the run goes on. Of a run that was killed this is False, unless it was on another host."""
        return self.state == "running"

    def _has_ended(self) -> bool:
        try:
            return self.progress.state in ENDED
        except (FileNotFoundError, ValueError):
            return False

    @property
    def input_text(self) -> str:
        """The input with all defaults filled in, as TOML."""
        return read_text(self.folder / "input.toml", "the run has not begun, or an early version of mdsim made it")

    @property
    def original_input_text(self) -> str:
        """The input as it was written, comments included."""
        return read_text(self.folder / "input.original.toml", "the run has not begun")

    @property
    def input(self) -> dict[str, Any]:
        """The input with all defaults filled in. Before Python 3.11 this needs tomli."""
        toml = _toml_reader()
        try:
            found: dict[str, Any] = toml.loads(self.input_text)
        except toml.TOMLDecodeError as error:
            raise damaged(self.folder / "input.toml", str(error)) from error
        return found

    def _input_or_nothing(self) -> dict[str, Any]:
        try:
            return self.input
        except (ImportError, OSError, ValueError):
            return {}

    @property
    def summary(self) -> dict[str, Any]:
        """summary.json: speed, time of each phase, memory, energy drift; written when a run finishes or stops."""
        return read_json(self.folder / "summary.json", "a run writes it when it finishes or stops")

    @property
    def parts(self) -> list[Part]:
        """Which programs made the run, how, where and when: one part for each start.

        Of a run that has not ended well they are taken from its log.
        """
        if self._has_ended() and (self.folder / "summary.json").exists():
            return parts_of_summary(self.summary)
        return parts_of_log(self.log)

    @property
    def log(self) -> str:
        """All that the run said, with the time in UTC, from mdsim.log."""
        return read_text(self.folder / "mdsim.log", "the run has not begun, or an early version of mdsim made it")

    @property
    def warnings(self) -> list[str]:
        """The warnings in the log, in order."""
        found = (_WARNING.match(line) for line in self.log.splitlines())
        return [match[1] for match in found if match]

    @property
    def thermo(self) -> pandas.DataFrame:
        """Temperature, energies, pressure ... by step, with the column `time`; units are in `attrs["units"]`."""
        return self.thermo_table().to_frame(index="step")

    def thermo_arrays(self) -> dict[str, Array]:
        """The same as NumPy arrays by name, `step` and `time` among them; these are read-only."""
        return self.thermo_table().columns

    def thermo_table(self) -> Table:
        """The same as a Table, which has the units too."""
        return self._thermo.read(self._has_ended())

    @property
    def trajectory(self) -> Trajectory:
        """The frames; nothing is read before it is asked for."""
        return self._trajectory

    @property
    def observables(self) -> Observables:
        """What the run measured, by name; see its keys."""
        return self._observables

    @overload
    def plot(self, name: str, ax: Axes | None = None) -> Axes: ...

    @overload
    def plot(self) -> list[Axes]: ...

    def plot(self, name: str | None = None, ax: Axes | None = None) -> Axes | list[Axes]:
        """Draws a column of thermo or an observable on `ax`, or new axes, and returns these.

        Without a name it draws an overview of all of them, and returns the list of its axes; `plot()[0].figure` is
        the figure.
        """
        from mdsim.results import plots

        return plots.plot_all(self) if name is None else plots.plot_one(self, name, ax)


def _expect_run(folder: Path) -> None:
    if not folder.exists():
        raise FileNotFoundError(f"{folder} is not there: give the output folder of a run, such as lj_liquid.out")
    if not folder.is_dir():
        raise ValueError(f"{folder} is a file: give the output folder of the run, such as {_likely_folder(folder)}")
    if not any((folder / mark).exists() for mark in MARKS):
        raise ValueError(f"{folder} holds no run of mdsim: none of {', '.join(MARKS)} is there")


def _likely_folder(file: Path) -> Path:
    """The folder that is likely meant by a file: that of an input, or the one the file lies in."""
    beside = file.with_suffix(".out")
    return beside if beside.is_dir() else file.parent


def _toml_reader() -> Any:
    try:
        import tomllib
    except ImportError:
        from mdsim.results.files import need

        return need("tomli", "Results.input before Python 3.11 (input_text does without)")
    return tomllib
