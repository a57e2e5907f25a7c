# SPDX-License-Identifier: BSD-3-Clause
"""Reads what a run leaves in its folder. Only what reads HDF5 needs h5py."""

from __future__ import annotations

import csv
import importlib.util
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from mdsim_tools.program import AnyPath

CHECKPOINT, TRAJECTORY, THERMO = "checkpoint.h5", "trajectory.h5md", "thermo.csv"

Content = Mapping[str, Any]
"""arrays as bytes, by name"""


class ThermoText(NamedTuple):
    """thermo.csv as it is written."""

    header: str
    lines: dict[int, str]
    """by step"""
    steps: list[int]
    """in the order of the file"""


def summary(folder: AnyPath) -> dict[str, Any]:
    """summary.json."""
    return _json(folder, "summary.json")


def progress(folder: AnyPath) -> dict[str, Any]:
    """progress.json."""
    return _json(folder, "progress.json")


def _json(folder: AnyPath, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((Path(folder) / name).read_text(encoding="utf-8"))
    return found


def table(path: AnyPath) -> dict[str, list[float]]:
    """The columns of a CSV file as numbers, by their names without units."""
    with open(path, newline="", encoding="utf-8") as file:
        head, *lines = csv.reader(file)
    return {name.split(" [")[0]: [float(line[k]) for line in lines] for k, name in enumerate(head)}


def thermo(folder: AnyPath) -> dict[str, list[float]]:
    """thermo.csv as numbers."""
    return table(Path(folder) / THERMO)


def thermo_text(folder: AnyPath) -> ThermoText:
    """thermo.csv as text."""
    header, *lines = (Path(folder) / THERMO).read_text(encoding="utf-8").splitlines()
    steps = [int(line.split(",")[0]) for line in lines]
    return ThermoText(header, dict(zip(steps, lines)), steps)


def rdf(folder: AnyPath) -> tuple[list[float], list[float]]:
    """r and g(r) of all atoms."""
    r, g = list(table(Path(folder) / "rdf.csv").values())[:2]
    return r, g


def diffusion(folder: AnyPath, name: str) -> tuple[float, float] | None:
    """The self-diffusion of all atoms from `msd` or `vacf`, with its standard error; None without h5py."""
    if not has_hdf5():
        return None
    import h5py

    with h5py.File(Path(folder) / f"{name}.h5", "r") as file:
        mean, error = file[f"{name}/diffusion"][()]
    return float(mean), float(error)


def averages(folder: AnyPath) -> dict[str, dict[str, tuple[float, float]]]:
    """averages.csv: of each stage and column the mean and its standard error."""
    found: dict[str, dict[str, tuple[float, float]]] = {}
    with open(Path(folder) / "averages.csv", newline="", encoding="utf-8") as file:
        for line in csv.DictReader(file):
            found.setdefault(line["stage"], {})[line["column"]] = float(line["mean"]), float(line["standard_error"])
    return found


def transport_coefficient(folder: AnyPath, name: str) -> tuple[float, float]:
    """The viscosity or the conductivity by the integral over the whole window, with its standard error."""
    columns = table(Path(folder) / f"{name}.csv")
    return columns[name][-1], columns[f"{name}_error"][-1]


def datasets(path: AnyPath, group: str) -> dict[str, bytes]:
    """All datasets of a group of an HDF5 file, by name."""
    import h5py

    found: dict[str, bytes] = {}

    def keep(name: str, item: Any) -> None:
        if isinstance(item, h5py.Dataset):
            found[f"{group}/{name}"] = item[()].tobytes()

    with h5py.File(path, "r") as file:
        file[group].visititems(keep)
    return found


def final_state(folder: AnyPath) -> dict[str, bytes]:
    """What a run's newest checkpoint says of atoms and of where the run stands."""
    path = Path(folder) / CHECKPOINT
    values = datasets(path, "values")
    named = ("position", "position_numbers", "edges", "origin", "output_rdf_counts")
    kept = [name for name in values if name.removeprefix("values/") in named or name.startswith("values/thermostat_")]
    return {**datasets(path, "atoms"), **{name: values[name] for name in kept}}


def last_step(folder: AnyPath) -> int:
    """The step of a run's newest checkpoint."""
    values = datasets(Path(folder) / CHECKPOINT, "values")
    return int.from_bytes(values["values/position"][8:16], "little")


def frames(folder: AnyPath) -> list[tuple[int, dict[str, bytes]]]:
    """The step and the datasets of each frame of the trajectory; all that moves has the steps of the positions."""
    import h5py

    groups: list[Any] = []

    def keep(name: str, item: Any) -> None:
        if isinstance(item, h5py.Dataset) and name.endswith("/value") and item.name:
            groups.append(item.parent)

    with h5py.File(Path(folder) / TRAJECTORY, "r") as file:
        file.visititems(keep)
        steps = list(file["particles/system/position/step"][()])
        for element in groups:
            if list(element["step"][()]) != steps:
                raise AssertionError(f"{element.name} has other steps than the positions")
        return [(int(step), {e.name: e["value"][k].tobytes() for e in groups}) for k, step in enumerate(steps)]


def has_hdf5() -> bool:
    """Whether HDF5 files can be read here."""
    return importlib.util.find_spec("h5py") is not None


def last_frame(folder: AnyPath, element: str) -> list[Any]:
    """An element of the last frame of the trajectory as lists, such as position or box/edges."""
    import h5py

    with h5py.File(Path(folder) / TRAJECTORY, "r") as file:
        found: list[Any] = file[f"particles/system/{element}/value"][-1].tolist()
    return found


def first_difference(expected: Content, found: Content) -> str | None:
    """The name of the first array that differs, or None."""
    return next((n for n in sorted({*expected, *found}) if expected.get(n) != found.get(n)), None)
