# SPDX-License-Identifier: BSD-3-Clause
"""Runs the program on the inputs of a measurement, and reads the stresses that it found."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import tomli_w

from mdsim.array_types import Reals
from mdsim.elastic.strains import ORDER, matrix_of
from mdsim.errors import MachineError
from mdsim.program import FINISHED, fault
from mdsim.results.tables import read_whole_table
from mdsim.tables import Tables

UNFINISHED = "did not come to its end"
"""what the program says of a stage that minimizes where its steps were too few"""
IN_GPA = {"bar": 1e-4, "atm": 1.01325e-4, "": 1.0}
"""GPa in a unit of pressure of the program; reduced units stay"""


@dataclass(frozen=True)
class Launch:
    """How the program is started."""

    program: Path
    mpirun: tuple[str, ...]
    ranks: int

    def words(self, *more: str) -> list[str]:
        """The command."""
        launcher = [] if self.ranks == 1 else [*self.mpirun, "-n", str(self.ranks)]
        return [*launcher, str(self.program), *more]


@dataclass(frozen=True)
class Ended:
    """A run that ended."""

    folder: Path
    converged: bool
    """whether forces, and pressures where the box relaxes, came within their tolerances"""
    steps: Reals
    stresses: tuple[Reals, ...]
    """Cauchy stress of each row, positive in tension [GPa, or reduced]"""
    volume: float
    """in the last row, in the unit of the input"""
    unit: str
    """GPa; empty of reduced units"""

    def stress(self, step: int) -> Reals:
        """That of a step, or of the last one by -1."""
        if step < 0:
            return self.stresses[step]
        return self.stresses[int(np.flatnonzero(self.steps == step)[0])]

    @property
    def atoms(self) -> int:
        """Their number."""
        summary: dict[str, Any] = json.loads((self.folder / "summary.json").read_text(encoding="utf-8"))
        return int(summary["atoms"])


def check(launch: Launch, source: Path, overrides: list[str], folder: Path) -> None:
    """A dry run of the input as the user wrote it, whose faults are named with their lines; it writes nothing.

    Raises InputError or MachineError.
    """
    passed = [word for key in overrides for word in ("--set", key)]
    _call(launch.words(str(source), *passed, "--output", str(folder / "none.out"), "--dry-run"))


def run(launch: Launch, tables: Tables, folder: Path, name: str) -> Ended:
    """Runs an input as NAME.toml in a folder; its output is NAME.out there. Raises InputError or MachineError."""
    source, output = folder / f"{name}.toml", folder / f"{name}.out"
    source.write_text(tomli_w.dumps(tables), encoding="utf-8")
    said = _call(launch.words(str(source), "--output", str(output), "--overwrite", "--quiet"))
    return _read(output, UNFINISHED not in said)


def _call(words: list[str]) -> str:
    """What the program says on standard error."""
    try:
        found = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)
    except FileNotFoundError as error:
        raise MachineError(f"{words[0]} cannot be started: {error.strerror}") from error
    if found.returncode != FINISHED:
        raise fault(words, found.returncode, found.stderr or found.stdout)
    return found.stderr


def _read(folder: Path, converged: bool) -> Ended:
    columns, units = read_whole_table(folder / "thermo.csv", "the run wrote no rows")
    known = units["pressure_xx"]
    if known not in IN_GPA:
        raise ValueError(f"{folder / 'thermo.csv'}: pressures in {known!r}; allowed: {', '.join(filter(None, IN_GPA))}")
    numbers = np.array([columns[f"pressure_{name}"] for name in ORDER]).T * -IN_GPA[known]
    stresses = tuple(matrix_of(row) for row in numbers)
    return Ended(folder, converged, columns["step"], stresses, float(columns["volume"][-1]), "GPa" if known else "")
