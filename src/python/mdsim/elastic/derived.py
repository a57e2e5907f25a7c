# SPDX-License-Identifier: BSD-3-Clause
"""Inputs that relax the system of another input, and that strain it and relax its atoms."""

from __future__ import annotations

import copy
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mdsim.inputs import InputText, tables_of

Tables = dict[str, Any]

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


def tables_for(text: InputText, overrides: Sequence[str], folder: Path) -> Tables:
    """The tables of an input, with keys replaced (`section.key=value`), for an input that lies in another folder.

    Raises ValueError.
    """
    try:
        tables = tables_of(text)
    except ValueError as error:
        raise ValueError(f"{text.source}: {error}") from error
    for word in overrides:
        override(tables, word)
    _move_files(tables, text.source.resolve().parent, folder)
    return tables


def override(tables: Tables, word: str) -> None:
    """Replaces a key, as `--set` of the program does: entries of lists go by number or name. Raises ValueError."""
    key, equals, value = word.partition("=")
    parts = key.split(".")
    if not equals or not all(parts):
        raise ValueError(f"--set: found {word!r}; it must be section.key=value")
    place: Any = tables
    for part in parts[:-1]:
        place = _entry(place, part, word)
    if isinstance(place, list):
        place[_number_of(place, parts[-1], word)] = _value(value)
    else:
        place[parts[-1]] = _value(value)


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


def _move_files(tables: Tables, source: Path, folder: Path) -> None:
    """Names of files as they are seen from another folder."""

    def moved(path: str) -> str:
        return os.path.relpath(source / path, folder.resolve())

    structure = tables.get("system", {}).get("file", {})
    if "path" in structure:
        structure["path"] = moved(structure["path"])
    for potential in tables.get("pair", {}).get("potential", []):
        if "file" in potential:
            potential["file"] = moved(potential["file"])
    for functional in tables.get("many_body", []):
        if "files" in functional:
            functional["files"] = [moved(path) for path in functional["files"]]


def _entry(place: Any, part: str, word: str) -> Any:
    if isinstance(place, list):
        return place[_number_of(place, part, word)]
    if not isinstance(place, dict):
        raise ValueError(f"--set {word}: {part!r} is no section of the input")
    return place.setdefault(part, {})


def _number_of(entries: list[Any], part: str, word: str) -> int:
    for number, entry in enumerate(entries):
        if part == str(number) or (isinstance(entry, dict) and entry.get("name") == part):
            return number
    raise ValueError(f"--set {word}: the input has no entry {part!r} there")


def _value(text: str) -> Any:
    """As TOML has it, or a text where it is none: `cuda`."""
    try:
        return tables_of(InputText(f"x = {text}", Path()))["x"]
    except ValueError:
        return text
