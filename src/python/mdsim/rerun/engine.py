# SPDX-License-Identifier: BSD-3-Clause
"""Computes frames, one after the other, in this process."""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from mdsim.atoms import Atoms
from mdsim.errors import InputError, MachineError, PhysicsError
from mdsim.rerun.derived import for_frames
from mdsim.results import Frame, open_run
from mdsim.results.files import open_hdf5
from mdsim.results.store import SYSTEM
from mdsim.results.tables import Array, read_whole_table
from mdsim.tables import Tables

IN_FILES = ("potential_energy", "virial")
"""what atoms have of these is known from files alone"""
KILOJOULE_PER_MOL = 1.602176634e-19 * 6.02214076e23 / 1e3
"""of an electronvolt, by which forces of `metal` are written to a trajectory"""


@dataclass(frozen=True)
class Computed:
    """What is known of a frame, in the units of thermo.csv and of trajectory.h5md."""

    thermo: dict[str, float]
    """as of a run, with a pressure of atoms at rest where there are no velocities"""
    fields: dict[str, npt.NDArray[np.float32]] = field(default_factory=dict)
    """of atoms, by id"""
    rdf: dict[str, Array] = field(default_factory=dict)
    """the columns of rdf.csv"""


class Engine:
    """Makes a simulation of each frame, and looks at it before its first step.

    `wanted` are names of "force", "potential_energy", "virial"; `rdf` is a section [rdf], or empty. Where something is
    wanted that only files hold, these are written to `scratch`, a folder, and read at once. `warn` is called once for
    each kind of warning.
    """

    def __init__(
        self,
        tables: Tables,
        source: str,
        wanted: frozenset[str],
        rdf: Tables,
        scratch: Path,
        warn: Callable[[str], None],
    ) -> None:
        self._tables = tables
        self._source = source
        self._wanted = wanted
        self._in_files = sorted(wanted & {*IN_FILES})
        self._rdf = rdf
        self._scratch = scratch
        self._warn = warn
        self._warned: set[str] = set()
        self._place = ""
        self.units: dict[str, str] = {}
        """the names of units by what they measure; empty until a frame has been computed"""

    def compute(self, frame: Frame, *, noise: bool) -> Computed:
        """One frame; with `noise` its temperature is of 3N degrees of freedom.

        Raises what the engine does, with the place of the frame, unless it is about the input of all frames.
        """
        self._place = f"frame {frame.index}, step {frame.step}"
        try:
            atoms = Atoms.from_frame(frame)
            tables = for_frames(self._tables, open_box=not all(atoms.periodic), noise=noise)
            if self._rdf or self._in_files:
                return self._with_files(tables, atoms)
            return self._lead(tables, atoms, {})
        except (InputError, PhysicsError, MachineError) as error:
            of_all = isinstance(error, InputError) and not self.units
            raise type(error)(("" if of_all else f"{self._place}: ") + self._words(str(error))) from error
        except ValueError as error:
            raise ValueError(f"{self._place}: {error}") from error

    def _words(self, text: str) -> str:
        """Without the name of an input that was made here, and its lines."""
        made = re.escape(str(Path.cwd() / "script.toml"))
        return re.sub(rf"^{made}(:\d+)?: ", f"{self._source}: ", text, flags=re.MULTILINE)

    def _with_files(self, tables: Tables, atoms: Atoms) -> Computed:
        folder = self._scratch / "frame.out"
        found = {
            **tables,
            "trajectory": {"every": 2, "fields": ["position", *self._in_files]},
            "thermo": {"every": 0},
            "checkpoint": {"every": 0, "wall_every": 0, "keep": 0},
        }
        if self._rdf:
            found["rdf"] = {**self._rdf, "every": 2}
        with silent_stderr():
            computed = self._lead(found, atoms, {"output": folder, "overwrite": True})
        for warning in open_run(folder).warnings:
            self._take_warning(warning)
        with open_hdf5(folder / "trajectory.h5md", "the frame was not written") as file:
            for name in self._in_files:
                computed.fields[name] = file[SYSTEM][name]["value"][0]
        if self._rdf:
            computed.rdf.update(read_whole_table(folder / "rdf.csv", "g(r) was not written")[0])
        return computed

    def _lead(self, tables: Tables, atoms: Atoms, options: dict[str, Any]) -> Computed:
        from mdsim.simulation import Simulation

        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            simulation = Simulation(tables, atoms=atoms, **options)
        for warning in caught:
            self._take_warning(str(warning.message))
        with simulation:
            self.units = simulation.units
            computed = Computed(simulation.thermo)
            if "force" in self._wanted:
                factor = KILOJOULE_PER_MOL if is_foreign(self.units) else 1.0
                computed.fields["force"] = (simulation.forces * factor).astype(np.float32)
        return computed

    def _take_warning(self, text: str) -> None:
        """Says it once; those of a stage and of output are about what is only made here."""
        key = text.partition(": ")[0]
        if key in self._warned or key.startswith(("stage.", "trajectory.", "thermo.", "checkpoint.", "rdf.")):
            return
        self._warned.add(key)
        self._warn(f"{self._place}: {text}")


def is_foreign(units: dict[str, str]) -> bool:
    """Whether forces have another unit in a trajectory: those of `metal`, as MDAnalysis refuses eV Angstrom-1."""
    return units["force"] == "eV Angstrom-1"


@contextmanager
def silent_stderr() -> Iterator[None]:
    """What the engine says to the terminal is lost, as its log has it too."""
    sys.stderr.flush()
    kept, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nothing, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)
