# SPDX-License-Identifier: BSD-3-Clause
"""The input by which a frame is computed: potentials and units of another one, and no motion."""

from __future__ import annotations

import copy
from typing import Any

from mdsim.results.trajectory import Trajectory
from mdsim.tables import Tables, override

OF_FRAMES = ("system", "box", "region")
"""sections that frames take the place of"""
OF_MOTION = ("velocity", "stage")
OF_OUTPUT = ("trajectory", "thermo", "checkpoint", "metrics")
OF_SAMPLES = (
    "rdf",
    "msd",
    "vacf",
    "viscosity",
    "conductivity",
    "profile",
    "structure_factor",
    "cna",
    "centro_symmetry",
    "coordination",
)
OF_RANKS = ("parallel", "debug")
LEFT_OUT = (*OF_FRAMES, *OF_MOTION, *OF_OUTPUT, *OF_SAMPLES, *OF_RANKS)
LENGTH_AND_TIME = {"lj": ("", ""), "metal": ("Angstrom", "ps"), "real": ("Angstrom", "fs"), "nano": ("nm", "ps")}
"""names of units in each system"""
NO_PADDING = 1e-9
"""of open directions: boxes of frames have their vacuum already [length]"""
TIME_STEP = 1e-4
"""of the stage, in which no step is done [time]"""


def potentials_of(tables: Tables, precision: str | None) -> Tables:
    """What an input says of species and potentials; all that it does not know stays, so that it is refused."""
    found = {name: copy.deepcopy(section) for name, section in tables.items() if name not in LEFT_OUT}
    if isinstance(found.get("run"), dict):
        found["run"] = {key: value for key, value in found["run"].items() if key not in ("output", "wall_time")}
    if precision is not None:
        override(found, f"run.precision={precision}")
    return found


def fill_species(tables: Tables, trajectory: Trajectory, *, own: bool) -> None:
    """Masses that the input leaves to a structure file are those of the frames; and so are species, in their own input.

    Raises ValueError where frames hold species that the input does not know.
    """
    entries = tables.setdefault("species", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        return  # the engine says what is wrong
    known = {entry.get("name"): entry for entry in entries}
    names, species, masses = trajectory.species_names, trajectory.species, trajectory.masses
    for name in names:
        of_name = masses[species == name]
        if len(of_name) == 0:
            continue
        if name not in known:
            if not own:
                raise ValueError(_unknown(name, list(known)))
            entries.append({"name": name})
            known[name] = entries[-1]
        known[name].setdefault("mass", float(str(of_name[0])))  # 63.546, and not what a float32 is nearest to


def _unknown(name: str, known: list[Any]) -> str:
    there = ", ".join(str(word) for word in known) or "none"
    return f'the frames hold the species "{name}", which the input does not know; its species are: {there}'


def expect_units(tables: Tables, trajectory: Trajectory) -> None:
    """Raises ValueError where frames are in other units than the input."""
    section = tables.get("units")
    system = section.get("system") if isinstance(section, dict) else None
    if system not in LENGTH_AND_TIME:
        return  # the engine says what is wrong
    units = trajectory.units
    found = (units["position"], units["time"])
    if found != LENGTH_AND_TIME[system]:
        there = " and ".join(word for word in found if word) or "reduced units"
        raise ValueError(f"the input has units.system = {system!r}, and the frames are in {there}: they must be alike")


def for_frames(tables: Tables, *, open_box: bool, noise: bool) -> Tables:
    """The input of a simulation that stays at its first moment."""
    stage: Tables = {"name": "rerun", "ensemble": "nve", "steps": 1, "time_step": TIME_STEP}
    if noise:
        stage.update(ensemble="langevin", temperature=1.0, friction=1.0)
    found = {**tables, "stage": [stage]}
    if open_box:
        found["box"] = {"padding": NO_PADDING}
    return found
