# SPDX-License-Identifier: BSD-3-Clause
"""The units of a trajectory beside those of a format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

ANGSTROM = {"Angstrom": 1.0, "nm": 10.0}
PICOSECOND = {"ps": 1.0, "fs": 0.001}


@dataclass(frozen=True)
class Scale:
    """By how much lengths and times grow, and what they are in then; empty where they are reduced."""

    length: float
    time: float
    name: str

    @property
    def velocity(self) -> float:
        """By how much velocities grow."""
        return self.length / self.time


def angstrom_and_picoseconds(units: Mapping[str, str], reduced: tuple[float, float] | None) -> Scale:
    """Into Angstrom and ps. `reduced` says what units of length and time mean in a run that has none."""
    if not units["position"]:
        length, time = reduced or (1.0, 1.0)
        return Scale(length, time, "Angstrom and ps" if reduced else "")
    return Scale(_factor(units["position"], ANGSTROM), _factor(units["time"], PICOSECOND), "Angstrom and ps")


def units_of_lammps(units: Mapping[str, str], reduced: tuple[float, float] | None) -> Scale:
    """Into `real` where times are in fs, otherwise `metal`; `lj` stays as it is."""
    if not units["position"]:
        if reduced is not None:
            raise ValueError("LAMMPS has reduced units too: a scale has no meaning for its data files")
        return Scale(1.0, 1.0, "lj")
    length = _factor(units["position"], ANGSTROM)
    if units["time"] == "fs":
        return Scale(length, 1.0, "real")
    return Scale(length, _factor(units["time"], PICOSECOND), "metal")


def _factor(unit: str, known: Mapping[str, float]) -> float:
    if unit not in known:
        raise ValueError(f"the trajectory has the unit {unit!r}, which no export knows; known are {', '.join(known)}")
    return known[unit]
