# SPDX-License-Identifier: BSD-3-Clause
"""The frames that are computed anew, and what is known of the run that wrote them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mdsim.inputs import InputText, tables_of
from mdsim.results import open_run
from mdsim.results.files import need, open_hdf5, text_of
from mdsim.results.store import SYSTEM
from mdsim.results.trajectory import Trajectory

NEEDED = ("position/value", "position/step", "position/time", "box/edges/value", "id", "species", "mass", "charge")
"""of each trajectory, in its group"""
WITH_NOISE = ("langevin", "andersen")
"""ensembles that do not keep the momentum: temperatures are of 3N degrees of freedom"""
KEPT_INPUT = "parameters/mdsim/input"


@dataclass(frozen=True)
class Source:
    """Frames, and the input of their run."""

    path: Path
    """as it was named: a folder or a file"""
    trajectory: Trajectory
    input: InputText | None
    """None where nothing says it"""

    @property
    def name(self) -> str:
        """For names of output: `run` of `run.out`, and `trajectory` of `trajectory.h5md`."""
        name = self.path.resolve().name
        return name.removesuffix(".out") if self.path.is_dir() else Path(name).stem

    @property
    def has_velocities(self) -> bool:
        """Whether frames hold velocities."""
        return "velocity" in self.trajectory.fields

    def stages(self) -> list[dict[str, Any]]:
        """Those of the run that wrote the frames, as far as they are known."""
        try:
            found = tables_of(self.input).get("stage", []) if self.input else []
        except ValueError:
            return []
        return [stage for stage in found if isinstance(stage, dict)]


def open_source(path: str | os.PathLike[str]) -> Source:
    """The folder of a run, or a trajectory of mdsim; raises FileNotFoundError, or ValueError where it is neither."""
    found = Path(path)
    if found.is_dir():
        folder = open_run(found).folder
        text = folder / "input.toml"
        known = InputText(text.read_text(encoding="utf-8"), text) if text.is_file() else None
        if not (folder / "trajectory.h5md").exists():
            raise FileNotFoundError(f"{folder} holds no frames: its run had trajectory.every = 0, or has not begun")
        _expect_trajectory(folder / "trajectory.h5md")
        return Source(found, Trajectory(folder / "trajectory.h5md"), known or _kept_input(folder / "trajectory.h5md"))
    if not found.exists():
        raise FileNotFoundError(f"there is no folder and no file {found}")
    _expect_trajectory(found)
    return Source(found, Trajectory(found), _kept_input(found))


def with_noise(stages: list[dict[str, Any]], step: int) -> bool:
    """Whether a step belongs to a stage that does not keep the momentum; the last step of a stage belongs to it."""
    end = 0
    for stage in stages:
        end += int(stage.get("steps", 0))
        if step <= end:
            return stage.get("ensemble") in WITH_NOISE
    return bool(stages) and stages[-1].get("ensemble") in WITH_NOISE


def _kept_input(path: Path) -> InputText | None:
    """What a run keeps of its input in the file; paths in it start at the folder of the file."""
    with open_hdf5(path, "") as file:
        found = file.get(KEPT_INPUT)
        return None if found is None else InputText(text_of(found[()]), path.with_name("input.toml"))


def _expect_trajectory(path: Path) -> None:
    """Raises ValueError where the file is no trajectory, or one whose number of atoms changes."""
    words = f"{path} is no trajectory of mdsim: "
    if not need("h5py", "a rerun").is_hdf5(path):
        raise ValueError(f"{words}it is no HDF5 file; name the folder of a run, or its trajectory.h5md")
    with open_hdf5(path, "") as file:
        system = file.get(SYSTEM)
        missing = [name for name in NEEDED if system is None or name not in system]
        if missing:
            raise ValueError(f"{words}it has no {SYSTEM}/{missing[0]}")
        counts = {_atoms_of(system[name]) for name in NEEDED if name.count("/") == 0}
        counts.add(int(system["position/value"].shape[1]))
    if len(counts) != 1 or None in counts:
        raise ValueError(f"{path}: the number of atoms changes, or that of their species: frames must hold the same")


def _atoms_of(fixed: Any) -> int | None:
    """How many atoms a fixed property is of; None where it changes from frame to frame."""
    return int(np.shape(fixed)[0]) if hasattr(fixed, "dtype") and len(fixed.shape) == 1 else None
