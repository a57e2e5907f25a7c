# SPDX-License-Identifier: BSD-3-Clause
"""What is written beside the numbers: JSON that people can read, and the inputs of mdsim."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .cases import Variant
from .potentials import Potential

TYPES = {"funcfl": "eam", "setfl": "eam", "fs": "eam", "adp": "adp"}
"""of [[many_body]] by the kind of file; others have the same name"""


def case_file(folder: Path) -> Path:
    """Where the numbers of a folder belong: `case.json` as long as mdsim cannot run it."""
    running = folder / "reference.json"
    return running if running.exists() else folder / "case.json"


def write_json(path: Path, value: dict[str, Any]) -> None:
    """One key a line, lists of numbers or words on one line."""
    path.write_text(text_of(value, 0) + "\n", encoding="utf-8")


def text_of(value: Any, depth: int) -> str:
    """A value as JSON, indented."""
    inside, outside = "\n" + " " * (depth + 1), "\n" + " " * depth
    if isinstance(value, dict):
        rows = [f"{json.dumps(key)}: {text_of(v, depth + 1)}" for key, v in value.items()]
        return "{" + inside + f",{inside}".join(rows) + outside + "}"
    if isinstance(value, list) and any(isinstance(v, (dict, list)) for v in value):
        return "[" + inside + f",{inside}".join(text_of(v, depth + 1) for v in value) + outside + "]"
    return json.dumps(value)


def description(potentials: Sequence[Potential], elements: Sequence[str]) -> dict[str, Any]:
    """What a reference says of its potential."""
    files = [f"../potentials/{p.file}" for p in potentials]
    return {
        **({"files": files} if len(files) > 1 else {"file": files[0]}),
        "format": potentials[0].format,
        "type_to_element": list(elements),
        "source": potentials[0].source,
    }


def quoted(names: Sequence[str]) -> str:
    """A list of texts in TOML."""
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


def many_body(potentials: Sequence[Potential], elements: Sequence[str], folder: str = "../potentials") -> str:
    """The section with the potential."""
    kind = potentials[0].format
    files = [f"{folder}/{p.file}" for p in potentials]
    return f'[[many_body]]\ntype = "{TYPES.get(kind, kind)}"\nfiles = {quoted(files)}\nspecies = {quoted(elements)}\n'


def head(what: str, v: Variant, data: str) -> str:
    """Units, atoms and forces of an input."""
    return head_with(what, v.elements, v.masses, many_body(v.potentials, v.elements), data)


def head_with(what: str, elements: Sequence[str], masses: Sequence[float], forces: str, data: str) -> str:
    """The same with the sections of any forces."""
    species = "".join(f'[[species]]\nname = "{name}"\nmass = {mass}\n\n' for name, mass in zip(elements, masses))
    return f"""# SPDX-License-Identifier: BSD-3-Clause
# {what}.

[units]
system = "metal"
constants = "lammps"

[system.file]
path = "{data}"
types = {quoted(elements)}

{species}{forces}
[velocity]
remove_drift = false
"""


SINGLE_POINT_STAGE = """
[[stage]]
name = "single point"
ensemble = "nve"
steps = 0
time_step = 0.001

[trajectory]
every = 1
fields = ["position", "force"]

[thermo]
every = 1
columns = ["potential_energy", "pressure", "pressure_tensor", "kinetic_energy", "volume"]
"""


def single_point_input(v: Variant) -> str:
    """The input of a configuration."""
    return head(v.what, v, f"{v.name}.data") + SINGLE_POINT_STAGE


def trajectory_input(what: str, v: Variant, time_step: float, steps: int) -> str:
    """The input of a short trajectory."""
    return (
        head(what, v, "system.data")
        + f"""
[[stage]]
name = "nve"
ensemble = "nve"
steps = {steps}
time_step = {time_step}

[trajectory]
every = {steps}
fields = ["position", "velocity", "image"]

[thermo]
every = 10
columns = ["potential_energy", "kinetic_energy", "total_energy", "pressure", "volume"]
"""
    )
