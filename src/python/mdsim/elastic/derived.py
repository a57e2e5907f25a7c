# SPDX-License-Identifier: BSD-3-Clause
"""Inputs that relax the system of another input, and that strain it and relax its atoms."""

from __future__ import annotations

import copy
from dataclasses import dataclass

from mdsim.tables import Tables

KEPT = ("units", "run", "system", "box", "region", "species", "pair", "many_body", "neighbor", "parallel", "debug")
"""sections of the input; stages, velocities and what it writes are others here"""
OF_THE_START = ("system", "box", "region")
"""what a structure file takes the place of"""
COLUMNS = ["potential_energy", "pressure", "pressure_tensor", "volume"]
STRAIN_STEPS = 1
"""in which the box becomes another, and atoms keep their fractions of its edges"""


@dataclass(frozen=True)
class Relaxation:
    """How atoms come to rest, in the units of the input; with a pressure the box relaxes, too."""

    steps: int
    time_step: float
    force_tolerance: float
    pressure: float | None
    pressure_tolerance: float
    coupling: str

    def stage(self, *, with_box: bool) -> Tables:
        """A `[[stage]]`."""
        minimize: Tables = {"force_tolerance": self.force_tolerance}
        if with_box and self.pressure is not None:
            minimize["pressure"] = self.pressure
            minimize["pressure_tolerance"] = self.pressure_tolerance
            minimize["coupling"] = self.coupling
        return {
            "name": "relax",
            "ensemble": "minimize",
            "steps": self.steps,
            "time_step": self.time_step,
            "minimize": minimize,
        }


def relaxed(tables: Tables, relaxation: Relaxation) -> Tables:
    """The input that relaxes the system, and writes its last frame."""
    found = _in_double(tables)
    found["stage"] = [relaxation.stage(with_box=True)]
    found["trajectory"] = {"every": relaxation.steps, "fields": ["position", "image"]}
    found["thermo"] = {"every": relaxation.steps, "columns": COLUMNS}
    return found


def strained(tables: Tables, relaxation: Relaxation, start: str, component: str, strain: float) -> Tables:
    """The input that begins with the last frame of a trajectory, strains its box, and relaxes the atoms.

    The row of its step 1 belongs to atoms that keep their places in the box, the last row to atoms at rest.
    """
    found = {name: section for name, section in _in_double(tables).items() if name not in OF_THE_START}
    found["system"] = {"file": {"path": start, "format": "h5md"}}
    strain_stage = {
        "name": "strain",
        "ensemble": "nve",
        "steps": STRAIN_STEPS,
        "time_step": relaxation.time_step,
        "deform": [{"component": component, "path": "once", "strain": strain}],
    }
    relax_stage = relaxation.stage(with_box=False)
    found["stage"] = [strain_stage, {**relax_stage, "thermo_every": STRAIN_STEPS + relaxation.steps}]
    found["trajectory"] = {"every": 0}
    found["thermo"] = {"every": 1, "columns": COLUMNS}
    return found


def largest_time_step(tables: Tables, usual: float) -> float:
    """That of all stages; the usual one where there is none."""
    stages = tables.get("stage", [])
    known = [stage["time_step"] for stage in stages if isinstance(stage.get("time_step"), (int, float))]
    return float(max(known, default=usual))


def _in_double(tables: Tables) -> Tables:
    found = {name: copy.deepcopy(tables[name]) for name in KEPT if name in tables}
    run = {key: value for key, value in found.get("run", {}).items() if key not in ("output", "wall_time")}
    found["run"] = {**run, "precision": "double"}
    return found
