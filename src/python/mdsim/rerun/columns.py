# SPDX-License-Identifier: BSD-3-Clause
"""thermo.csv of frames: names, units and digits as a run has them."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

from mdsim.results import Frame

PRESSURES = ("pressure", *(f"pressure_{name}" for name in ("xx", "yy", "zz", "xy", "xz", "yz")))
ENERGIES = ("kinetic_energy", "total_energy")
MEASURES = {"temperature": "temperature", "potential_energy": "energy", "volume": "volume", "density": "density"}
"""what columns measure, as far as their names do not say it"""


def columns_of(*, velocities: bool) -> dict[str, str]:
    """The columns, and the numbers of the engine that they hold.

    Without velocities there is no temperature, and pressures are called `virial_pressure`, as their kinetic part is
    missing.
    """
    if velocities:
        names = ("temperature", "potential_energy", *ENERGIES, *PRESSURES, "volume", "density")
        return {name: name for name in names}
    with_virial = {f"virial_{name}": name for name in PRESSURES}
    return {"potential_energy": "potential_energy", **with_virial, "volume": "volume", "density": "density"}


def unit_of(name: str, units: dict[str, str]) -> str:
    """The unit of a number of the engine; empty where units are reduced."""
    length = units["length"]
    measure = MEASURES.get(name) or ("energy" if name in ENERGIES else "pressure")
    if measure == "volume":
        return length and f"{length}3"
    if measure == "density":
        return length and f"{length}-3"
    return units[measure]


def titled(name: str, unit: str) -> str:
    """`time [ps]`."""
    return f"{name} [{unit}]" if unit else name


class RowsFile:
    """Writes thermo.csv, row by row, so that it can be read meanwhile."""

    def __init__(self, path: Path, units: dict[str, str], *, velocities: bool) -> None:
        self._columns = columns_of(velocities=velocities)
        self._file = open(path, "w", encoding="utf-8", newline="\n")
        titles = [titled(column, unit_of(name, units)) for column, name in self._columns.items()]
        self._write("step", titled("time", units["time"]), *titles)

    def __enter__(self) -> RowsFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, frame: Frame, thermo: dict[str, float]) -> None:
        """The row of a frame."""
        numbers = [repr(float(thermo[name])) for name in self._columns.values()]
        self._write(str(frame.step), repr(float(frame.time)), *numbers)

    def _write(self, *cells: str) -> None:
        self._file.write(",".join(cells) + "\n")
        self._file.flush()
