# SPDX-License-Identifier: BSD-3-Clause
"""Whether H5MD files have the layout which MDAnalysis, VMD, pyh5md and GROMACS can open, and what MDAnalysis reads of
them is what h5py reads."""

from __future__ import annotations

import math
import re
import warnings
from typing import Any

import h5py
import numpy

warnings.simplefilter("ignore")
from MDAnalysis.coordinates.H5MD import H5MDReader  # noqa: E402
from MDAnalysis.lib.mdamath import triclinic_vectors  # noqa: E402

GROUP = "/particles/system"
FLOATS = ("position", "velocity", "force")


class Report:
    """Collects the faults of one file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.faults: list[str] = []

    def expect(self, good: bool, message: str) -> bool:
        """Keeps what is wrong, if something is; returns whether nothing is."""
        if not good:
            self.faults.append(f"{self.path}: {message}")
        return good


def is_string(owner: Any, name: str, report: Report, variable: bool = False) -> None:
    """The attribute exists and is a string of the kind that the rules ask for."""
    if not report.expect(name in owner.attrs, f"{owner.name} has no attribute {name}"):
        return
    info = h5py.check_string_dtype(owner.attrs.get_id(name).dtype)
    if report.expect(info is not None, f"{owner.name}: attribute {name} is no string"):
        report.expect(
            (info.length is None) == variable,
            f"{owner.name}: attribute {name} must be of {'variable' if variable else 'fixed'} length",
        )
        report.expect(info.encoding == "ascii", f"{owner.name}: attribute {name} must be ASCII")


def check_heads(file: h5py.File, report: Report) -> None:
    """The group h5md and the names under which the particles are found."""
    report.expect(list(file["h5md"].attrs["version"]) == [1, 1], "h5md/version must be 1, 1")
    is_string(file["h5md/author"], "name", report)
    is_string(file["h5md/creator"], "name", report)
    is_string(file["h5md/creator"], "version", report)
    for link in ("all", "trajectory"):
        kind = file["particles"].get(link, getlink=True)
        report.expect(
            isinstance(kind, h5py.SoftLink) and kind.path == GROUP, f"particles/{link} must be a soft link to {GROUP}"
        )
    positions: list[str] = []
    file.visit(lambda name: positions.append(name) if name.endswith("/position") else None)
    report.expect(
        positions == ["particles/system/position"], f"exactly one group may be called position, found {positions}"
    )


def check_elements(file: h5py.File, report: Report) -> None:
    """The time-dependent data of the particles: shapes, types, shared step and time."""
    system = file[GROUP]
    step, time = system["position/step"], system["position/time"]
    frames = step.shape[0]
    atoms = system["position/value"].shape[1]
    report.expect(step.dtype == numpy.int64, "step must be int64")
    report.expect(time.dtype == numpy.float64, "time must be float64")
    report.expect(bool(numpy.all(numpy.diff(step[:]) > 0)), "steps must rise")
    elements = [name for name in (*FLOATS, "image") if name in system] + ["box/edges"]
    for name in elements:
        value = system[name]["value"]
        shape = (frames, 3, 3) if name == "box/edges" else (frames, atoms, 3)
        report.expect(value.shape == shape, f"{name} has shape {value.shape}, expected {shape}")
        if name in FLOATS:
            report.expect(value.dtype == numpy.float32, f"{name} must be float32")
            size = 4 * math.prod(value.chunks)
            report.expect(
                value.chunks[0] == 1 and size <= 2**20, f"{name} must have chunks of one frame and at most 1 MiB"
            )
        report.expect(system[name]["step"] == step, f"{name}/step must be that of position")
        report.expect(system[name]["time"] == time, f"{name}/time must be that of position")
    report.expect("id" not in system or isinstance(system["id"], h5py.Dataset), "id must be a fixed dataset")
    for name in ("species", "mass", "charge"):
        report.expect(
            isinstance(system.get(name), h5py.Dataset) and system[name].shape == (atoms,),
            f"{name} must be a fixed dataset",
        )
    boundary = system["box"].attrs["boundary"]
    report.expect(len(boundary) == 3 and set(boundary) <= {b"periodic", b"none"}, f"box/boundary is {boundary}")
    report.expect(system["box"].attrs["dimension"] == 3, "box/dimension must be 3")
    check_origin(system, report)
    for name, group in file.get("observables", {}).items():
        report.expect(group["value"].shape[0] == frames, f"observables/{name} must have one entry a frame")
        report.expect(group["step"] == step, f"observables/{name}/step must be that of position")


def check_origin(system: h5py.Group, report: Report) -> None:
    """The corner of the box."""
    origin = system["box"].attrs.get("origin")
    good = origin is not None and origin.shape == (3,) and origin.dtype == numpy.float64
    report.expect(good and bool(numpy.isfinite(origin).all()), f"box/origin must be three float64, found {origin}")


def check_symbols(units: list[tuple[str, str, str]], report: Report) -> None:
    """Unit strings are factors of symbols and whole powers; "SI" has only its own symbols."""
    symbol = re.compile(r"([A-Za-z]+)([+-]?[1-9][0-9]*)?")
    own = re.compile(r"([YZEPTGMkhdcmunpfa]|da)?(m|s|g|A|K|mol|cd|rad|sr|Hz|N|Pa|J|W|C|V)")
    foreign = {"Angstrom", "bar", "atm", "kcal", "eV", "e"}
    for where, unit, system in units:
        found = [symbol.fullmatch(word) for word in unit.split(" ")]
        if not report.expect(all(found), f"{where}: {unit!r} is no unit of the units module"):
            continue
        names = [match[1] for match in found if match]
        report.expect(len(set(names)) == len(names), f"{where}: a symbol comes twice in {unit!r}")
        strange = [name for name in names if not own.fullmatch(name) and (system == "SI" or name not in foreign)]
        report.expect(not strange, f"{where}: {strange} of {unit!r} are not in the system {system}")


def all_units(file: h5py.File) -> list[tuple[str, str, str]]:
    """Every attribute `unit` as (where, unit, the system that the file names)."""
    system = file["h5md/modules/units"].attrs["system"] if "units" in file["h5md"].get("modules", {}) else b"mdsim"
    found: list[tuple[str, str, str]] = []

    def keep(name: str, item: Any) -> None:
        unit = item.attrs.get("unit")
        if unit is not None:
            found.append((name, unit if isinstance(unit, str) else unit.decode(), system.decode()))

    file.visititems(keep)
    return found


def check_units(file: h5py.File, report: Report) -> bool:
    """Units everywhere or nowhere. Returns whether there are any."""
    system = file[GROUP]
    units = "units" in file["h5md"].get("modules", {})
    values = [system[f"{name}/value"] for name in (*FLOATS, "box/edges") if name in system]
    for value in [*values, system["position/time"]]:
        if units:
            is_string(value, "unit", report, variable=True)
        else:
            report.expect("unit" not in value.attrs, f"{value.name} has a unit, the file has none")
    return units


def check_mdanalysis(file: h5py.File, path: str, units: bool, report: Report) -> None:
    """What MDAnalysis reads is what h5py reads."""
    system = file[GROUP]
    reader = H5MDReader(path, convert_units=units)
    length = 10.0 if units and system["position/value"].attrs["unit"] == "nm" else 1.0
    report.expect(reader.n_frames == system["position/step"].shape[0], "MDAnalysis: frames")
    report.expect(reader.n_atoms == system["position/value"].shape[1], "MDAnalysis: atoms")
    for frame in reader:
        n = frame.frame
        expected = length * system["position/value"][n]
        report.expect(numpy.allclose(frame.positions, expected, rtol=1e-5), f"MDAnalysis: positions of frame {n}")
        edges = triclinic_vectors(frame.dimensions)
        report.expect(
            numpy.allclose(edges, length * system["box/edges/value"][n], atol=1e-4), f"MDAnalysis: box of frame {n}"
        )
        report.expect(frame.has_velocities == ("velocity" in system), "MDAnalysis: velocities")
        report.expect(frame.has_forces == ("force" in system), "MDAnalysis: forces")
        report.expect(frame.data["step"] == system["position/step"][n], f"MDAnalysis: step of frame {n}")
        for name, group in file.get("observables", {}).items():
            report.expect(frame.data[name] == group["value"][n], f"MDAnalysis: {name} of frame {n}")
    reader.close()


def check(path: str) -> list[str]:
    """The faults of one file."""
    report = Report(path)
    try:
        with h5py.File(path, "r") as file:
            check_heads(file, report)
            check_elements(file, report)
            units = check_units(file, report)
            check_symbols(all_units(file), report)
            check_mdanalysis(file, path, units, report)
    except Exception as error:  # a reader may fail in any way; each is a fault of the file
        report.expect(False, f"{type(error).__name__}: {error}")
    return report.faults


def main(paths: list[str]) -> int:
    """Prints the faults of all files; 1 if there are any."""
    faults = [fault for path in paths for fault in check(path)]
    print("\n".join(faults) if faults else f"check-h5md: {len(paths)} files are good")
    return 1 if faults or not paths else 0
