# SPDX-License-Identifier: BSD-3-Clause
"""Reads tables: rows over time, which a run lengthens line by line, and tables that it replaces as a whole."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from mdsim.results.files import Signature, damaged, missing, need, open_hdf5, signature, unit_of

if TYPE_CHECKING:
    import pandas
    from typing_extensions import TypeAlias

Array: TypeAlias = npt.NDArray[Any]

TAIL = 1024
"""by so many bytes a table is known again that has become longer"""


@dataclass(frozen=True, eq=False)
class Table(Mapping[str, Array]):
    """Columns of numbers by their names, and their units."""

    columns: dict[str, Array]
    units: dict[str, str]
    """of each column; empty where the unit system has no name for it"""
    path: Path
    """the file that was read"""
    settings: dict[str, Any] = field(default_factory=dict)
    """what the input says about it"""

    def __getitem__(self, name: str) -> Array:
        return self.columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)

    def __repr__(self) -> str:
        rows = len(next(iter(self.columns.values()), ()))
        return f"<{type(self).__name__} of {self.path.name}: {rows} rows of {', '.join(self.columns)}>"

    def to_frame(self, index: str | None = None) -> pandas.DataFrame:
        """The columns as a pandas.DataFrame, with their units in `attrs["units"]`; `index` names the index column."""
        pd = need("pandas", "a DataFrame")
        values = {name: values for name, values in self.columns.items() if name != index}
        rows = None if index is None else pd.Index(self.columns[index], name=index)
        frame: pandas.DataFrame = pd.DataFrame(values, index=rows, copy=True)
        frame.attrs["units"] = dict(self.units)
        return frame


def split_title(title: str) -> tuple[str, str]:
    """The name and the unit of a title like `time [ps]`."""
    name, bracket, unit = title.strip().partition(" [")
    return name, unit.rstrip("]") if bracket else ""


def read_whole_table(path: Path, why: str) -> tuple[dict[str, Array], dict[str, str]]:
    """The columns and units of a small table of numbers; those that are not known are NaN."""
    titles, lines = read_lines(path, why)
    try:
        numbers = np.array([[float(cell) if cell else np.nan for cell in line] for line in lines], dtype=float)
    except ValueError as error:
        raise damaged(path, str(error)) from error
    names = [split_title(title) for title in titles]
    numbers = numbers.reshape(len(lines), len(names))
    return {name: numbers[:, k].copy() for k, (name, _) in enumerate(names)}, dict(names)


def read_lines(path: Path, why: str) -> tuple[list[str], list[list[str]]]:
    """The titles and the lines of a small table; all lines have as many cells as there are titles."""
    try:
        with open(path, newline="", encoding="utf-8", errors="replace") as file:
            lines = list(csv.reader(file))
    except FileNotFoundError:
        raise missing(path, why) from None
    except csv.Error as error:
        raise damaged(path, str(error)) from error
    if not lines:
        raise damaged(path, "it is empty")
    for number, line in enumerate(lines[1:], start=2):
        if len(line) != len(lines[0]):
            raise damaged(path, f"line {number} has {len(line)} numbers, expected {len(lines[0])}")
    return lines[0], lines[1:]


class RowSource:
    """A table such as thermo.csv, with the same numbers in thermo.h5.

    The text holds all rows at any time, HDF5 lacks the last ones until the end. So HDF5, which is faster, is read of a
    run that has ended, or where there is no text.
    """

    def __init__(self, folder: Path, name: str, why: str) -> None:
        self._text = RowReader(folder / f"{name}.csv")
        self._hdf5 = folder / f"{name}.h5"
        self._why = why
        self._seen: tuple[Signature | None, Table] | None = None

    def forget(self) -> None:
        """Forgets what was read."""
        self._text.forget()
        self._seen = None

    def exists(self) -> bool:
        """Whether there is such a table."""
        return self._text.path.exists() or self._hdf5.exists()

    def read(self, ended: bool) -> Table:
        """All whole rows that are in the files now; arrays are not to be written to."""
        if not self.exists():
            raise missing(self._text.path, self._why)
        if not self._text.path.exists() or (ended and self._hdf5.exists() and _have_h5py()):
            return self._read_hdf5()
        return self._text.read()

    def _read_hdf5(self) -> Table:
        state = signature(self._hdf5)
        if self._seen is None or state is None or self._seen[0] != state:
            self._seen = state, read_hdf5_rows(self._hdf5, self._text.names(), self._why)
        return self._seen[1]


def _have_h5py() -> bool:
    try:
        need("h5py", "")
    except ImportError:
        return False
    return True


def read_hdf5_rows(path: Path, order: list[str], why: str) -> Table:
    """The rows of a file like thermo.h5; columns that `order` names come first, in its order."""
    with open_hdf5(path, why) as file:
        try:
            group = file["observables"]
            sources = {"step": group["step"], "time": group["time"]}
            names = sorted((n for n in group if n not in sources), key=lambda n: (_place(n, order), n))
            sources.update({name: group[name]["value"] for name in names})
            rows = min(source.shape[0] for source in sources.values())
            columns = {name: source[:rows] for name, source in sources.items()}
            return Table(_frozen(columns), {name: unit_of(source) for name, source in sources.items()}, path)
        except (KeyError, OSError, RuntimeError, AttributeError) as error:
            raise damaged(path, str(error)) from error


def _place(name: str, order: list[str]) -> int:
    return order.index(name) if name in order else len(order)


def _frozen(columns: dict[str, Array]) -> dict[str, Array]:
    """The same arrays, which now cannot be written to, as they are handed out again."""
    for column in columns.values():
        column.setflags(write=False)
    return columns


class RowReader:
    """Follows a table of text that a run lengthens line by line; only new lines are read again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.forget()

    def forget(self) -> None:
        """Forgets what was read."""
        self._titles: list[tuple[str, str]] = []
        self._numbers: Array = np.empty((0, 0))
        self._end = 0  # of the lines that were read [bytes]
        self._tail = b""  # of them
        self._made: Table | None = None

    def names(self) -> list[str]:
        """The names of the columns, as far as the text says them."""
        try:
            with open(self.path, "rb") as file:
                return [name for name, _ in _titles_of(file.readline())]
        except OSError:
            return []

    def read(self) -> Table:
        """All whole lines; a last line that is still being written is left for the next time."""
        with open(self.path, "rb") as file:
            if not self._goes_on(file):
                self.forget()
                file.seek(0)
                self._begin(file)
            self._take(file)
        if self._made is None:
            self._made = self._table()
        return self._made

    def _goes_on(self, file: IO[bytes]) -> bool:
        """Whether what was read is still there; a run that was resumed may have cut it and written on."""
        if self._end == 0:
            return False
        file.seek(self._end - len(self._tail))
        return file.read(len(self._tail)) == self._tail

    def _begin(self, file: IO[bytes]) -> None:
        line = file.readline()
        if not line.endswith(b"\n"):
            return
        self._titles = _titles_of(line)
        if [name for name, _ in self._titles[:2]] != ["step", "time"]:
            raise damaged(self.path, "its first line does not begin with step and time")
        self._numbers = np.empty((0, len(self._titles)))
        self._end, self._tail = len(line), line[-TAIL:]

    def _take(self, file: IO[bytes]) -> None:
        """Takes the lines behind those that were read."""
        if self._end == 0:
            return
        found = file.read()
        found = found[: found.rfind(b"\n") + 1]
        if not found:
            return
        numbers = self._parse(found)
        self._numbers = np.concatenate([self._numbers, numbers]) if len(self._numbers) else numbers
        self._made = None
        self._end += len(found)
        self._tail = (self._tail + found[-TAIL:])[-TAIL:]

    def _parse(self, lines: bytes) -> Array:
        try:
            numbers = np.loadtxt(io.BytesIO(lines), delimiter=",", ndmin=2, comments=None)
        except ValueError as error:
            raise damaged(self.path, f"behind row {len(self._numbers)}: {error}") from error
        if numbers.shape[1] != len(self._titles):
            words = f"rows of {numbers.shape[1]} numbers behind row {len(self._numbers)}, expected {len(self._titles)}"
            raise damaged(self.path, words)
        return numbers

    def _table(self) -> Table:
        titles = self._titles or [("step", ""), ("time", "")]
        numbers = self._numbers if self._titles else np.empty((0, 2))
        columns = {name: numbers[:, k].copy() for k, (name, _) in enumerate(titles)}
        columns["step"] = columns["step"].astype(np.int64)
        return Table(_frozen(columns), dict(titles), self.path)


def _titles_of(line: bytes) -> list[tuple[str, str]]:
    text = line.decode("utf-8", errors="replace").strip()
    return [split_title(title) for title in text.split(",")] if text else []
