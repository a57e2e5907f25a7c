# SPDX-License-Identifier: BSD-3-Clause
"""Single configurations and short trajectories: energies, forces and virials of fixed atoms."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mdsim_tools import outputs
from mdsim_tools.program import RunFailed
from mdsim_tools.statistics import rms

from .checks import Check, read_rows, worst
from .program import Mdsim

Rows = Sequence[Sequence[float]]
FLOAT_ROUNDING = 1e-7  # relative; trajectories hold single-precision numbers
TENSOR = ("xx", "yy", "zz", "xy", "xz", "yz")
PRESSURE_UNITS = {"metal": 1.6021765e6}
"""pressure in the output of a unit system, over energy by volume; as inputs with the constants of LAMMPS have it"""
FORCE_UNITS = {"metal": 1.602176634e-19 * 6.02214076e23 / 1e3}
"""forces in trajectories are in kJ/mol/Angstrom there, those of the reference in eV/Angstrom"""


def validate_table(mdsim: Mdsim, data: Path) -> list[Check]:
    """What `mdsim validate` finds, with forces in full precision."""
    text = mdsim.call(["validate", "--data", data, "--device", mdsim.device], mdsim.ranks).words
    checks = []
    for line in text.splitlines():
        words = line.split()
        if not words or words[-1] not in ("pass", "FAIL"):
            continue
        kind = next(i for i, word in enumerate(words) if word in ("double", "mixed"))
        reference, found, _, tolerance = (float(word) for word in words[-5:-1])
        checks.append(
            Check(
                "validate: " + " ".join(words[:kind]),
                words[kind],
                " ".join(words[kind + 1 : -5]),
                reference,
                found,
                tolerance,
            )
        )
    if not checks:
        raise RunFailed("mdsim validate printed no table: " + text[-2000:])
    return checks


def single_point(mdsim: Mdsim, folder: Path, variant: str, precision: str, scratch: Path) -> list[Check]:
    """Checks of one variant of a case, from thermo.csv and trajectory.h5md."""
    case = json.loads((folder / "reference.json").read_text(encoding="utf-8"))
    expected, tolerance = case["variants"][variant], case["tolerance"][precision]
    name = f"{folder.name} {variant}"
    output = mdsim.compute(folder / f"{variant}.toml", scratch / folder.name / variant / precision, precision)
    row = {key: values[-1] for key, values in outputs.thermo(output).items()}
    energy = expected["energy_total"]
    checks = [
        Check(
            name,
            precision,
            "energy",
            energy,
            row["potential_energy"],
            tolerance["energy"] * abs(energy) + expected.get("energy_error", 0),
        )
    ]
    pressure_unit = PRESSURE_UNITS.get(case.get("units", "lj"), 1.0)
    found = [row["pressure_" + a] * row["volume"] / pressure_unit for a in TENSOR]
    checks += virial_checks(name, precision, expected, tolerance["virial"], found, row["potential_energy"])
    if "forces" in expected and outputs.has_hdf5():
        force_unit = FORCE_UNITS.get(case.get("units", "lj"), 1.0)
        forces = [[f / force_unit for f in atom] for atom in outputs.last_frame(output, "force")]
        checks.append(force_check(name, precision, read_rows(folder / expected["forces"]), forces, tolerance["forces"]))
    return checks


def virial_checks(
    name: str, precision: str, expected: dict[str, Any], relative: float, found: Sequence[float], energy: float
) -> list[Check]:
    """The atoms rest, so the pressure is all virial; in open boxes the volume cancels too."""
    scale = max(abs(w) for w in expected.get("virial_xx_yy_zz_xy_xz_yz", found))
    if scale < 1e-6 * abs(energy):
        scale = abs(energy)
    if "virial_xx_yy_zz_xy_xz_yz" in expected:
        return [worst(name, precision, "virial", expected["virial_xx_yy_zz_xy_xz_yz"], found, relative * scale)]
    if "virial_trace" in expected:
        return [
            Check(
                name,
                precision,
                "virial",
                expected["virial_trace"],
                sum(found[:3]),
                relative * scale + expected["virial_error"],
            )
        ]
    return []


def force_check(name: str, precision: str, reference: Rows, found: Rows, relative: float) -> Check:
    """The rms error of the forces; what the file rounds off is allowed for."""
    flat = list(itertools.chain.from_iterable(reference))
    off = [f - r for f, r in zip(itertools.chain.from_iterable(found), flat)]
    return Check(name, precision, "force rms error", 0.0, rms(off), (relative + FLOAT_ROUNDING) * rms(flat))


def trajectory(mdsim: Mdsim, folder: Path, precision: str, scratch: Path) -> list[Check]:
    """100 steps at constant energy: energies on the way and the atoms at the end."""
    case = json.loads((folder / "reference.json").read_text(encoding="utf-8"))
    tolerance = case["tolerance"][precision]
    output = mdsim.compute(folder / "nve.toml", scratch / folder.name / precision, precision)
    found = outputs.thermo(output)
    checks = []
    for quantity in ("potential_energy", "kinetic_energy", "total_energy"):
        expected = [row[case["thermo_columns"].index(quantity)] for row in case["thermo"]]
        checks.append(
            worst(
                folder.name,
                precision,
                quantity,
                expected,
                found[quantity],
                tolerance["energy"] * max(abs(e) for e in expected),
            )
        )
    end = final_state(output) if precision == "double" else None
    if end:
        box = max(max(edge) for edge in outputs.last_frame(output, "box/edges"))
        rows = read_rows(folder / case["final"])
        fastest = max(abs(v) for row in rows for v in row[3:6])
        for quantity, columns, scale in (("position", slice(0, 3), box), ("velocity", slice(3, 6), fastest)):
            expected = list(itertools.chain.from_iterable(row[columns] for row in rows))
            checks.append(
                worst(
                    folder.name,
                    precision,
                    quantity,
                    expected,
                    end[quantity],
                    tolerance["position"] + FLOAT_ROUNDING * scale,
                )
            )
    return checks


def final_state(output: Path) -> dict[str, list[float]] | None:
    """Unwrapped positions and velocities of the last frame, in one row; None without h5py."""
    if not outputs.has_hdf5():
        return None
    positions = outputs.last_frame(output, "position")
    images, cell = outputs.last_frame(output, "image"), outputs.last_frame(output, "box/edges")
    unwrapped = [
        x + sum(image[e] * cell[e][d] for e in range(3))
        for row, image in zip(positions, images)
        for d, x in enumerate(row)
    ]
    return {
        "position": unwrapped,
        "velocity": list(itertools.chain.from_iterable(outputs.last_frame(output, "velocity"))),
    }
