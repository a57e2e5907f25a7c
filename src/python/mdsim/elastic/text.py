# SPDX-License-Identifier: BSD-3-Clause
"""Elastic constants in words for a terminal, and for a file."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from mdsim.array_types import Reals
from mdsim.elastic.constants import Constants
from mdsim.elastic.measurement import RUNS, Measured
from mdsim.elastic.moduli import Moduli, Modulus, moduli_of
from mdsim.elastic.strains import ORDER, six

DIGITS = 5
"""of the largest number of a table"""
NO_STRESS = 1e-3
"""of the largest constant: a stress below makes no difference worth a second table"""
MUCH_BEND = 0.05
"""of the largest constant: then stresses are no straight lines within the strain"""


def text_of(measured: Measured, title: str, *, unrelaxed: bool) -> str:
    """All that the terminal shows."""
    stressed = np.abs(measured.stress).max() > NO_STRESS * measured.relaxed.largest
    parts = [f"{title}: {measured.atoms:,} atoms, strains of {measured.strain:g}", _start_text(measured, stressed)]
    if measured.unfinished:
        parts.append(f"NOT AT REST: atoms of {len(measured.unfinished)} of {RUNS} runs")
    parts += _constants_text(measured.relaxed, measured, "atoms at rest in the strained boxes", stressed)
    if unrelaxed:
        parts += ["", *_constants_text(measured.unrelaxed, measured, "atoms carried along, not relaxed", stressed)]
    return "\n".join(parts)


def warnings_of(measured: Measured) -> list[str]:
    """Why the numbers may not be what was asked for."""
    found = []
    if measured.unfinished:
        names = ", ".join(measured.unfinished)
        found.append(
            f"atoms did not come to rest in {len(measured.unfinished)} of {RUNS} runs ({names}): forces that are left "
            "are in the numbers; raise --steps, or --force-tolerance where forces fall no longer"
        )
    constants = measured.relaxed
    if constants.bend > MUCH_BEND * constants.largest:
        found.append(
            f"stresses are no straight lines within strains of {measured.strain:g}: their even part is "
            f"{100 * constants.bend / constants.largest:.0f} % of the largest constant; choose a smaller --strain, and "
            "look for atoms that jump"
        )
    return found


def as_json(measured: Measured, *, unrelaxed: bool) -> dict[str, Any]:
    """For a file."""
    return {
        "atoms": measured.atoms,
        "volume": measured.volume,
        "unit": measured.unit or "reduced",
        "order": list(ORDER),
        "strain": measured.strain,
        "stress": six(measured.stress).tolist(),
        "pressure": measured.pressure,
        "converged": not measured.unfinished,
        "unfinished": list(measured.unfinished),
        "relaxed": _constants_json(measured.relaxed),
        "unrelaxed": _constants_json(measured.unrelaxed) if unrelaxed else None,
    }


def matrix_text(matrix: Reals, digits: int) -> list[str]:
    """Lines of a 6 x 6 matrix with its titles."""
    cells = [[_rounded(number, digits) for number in row] for row in matrix]
    width = max(len(cell) for row in cells for cell in row)
    lines = ["    " + "  ".join(name.rjust(width) for name in ORDER)]
    return lines + [f"{name}  " + "  ".join(cell.rjust(width) for cell in row) for name, row in zip(ORDER, cells)]


def _start_text(measured: Measured, stressed: bool) -> str:
    digits = _digits(measured.relaxed.largest)
    text = f"pressure before the strains: {_rounded(measured.pressure, digits)}{_unit(measured)}"
    sheared = np.abs(measured.stress + measured.pressure * np.eye(3)).max()
    if not stressed or sheared <= NO_STRESS * measured.relaxed.largest:
        return text
    numbers = ", ".join(f"{name} {_rounded(x, digits)}" for name, x in zip(ORDER, six(measured.stress)))
    return f"{text}; stress, positive in tension: {numbers}"


def _constants_text(constants: Constants, measured: Measured, atoms: str, stressed: bool) -> list[str]:
    digits = _digits(constants.largest)
    unit = f" [{measured.unit}]" if measured.unit else ""
    name = "B, how the Cauchy stress changes with strain" if stressed else "elastic constants"
    lines = [f"{name}{unit}, {atoms}:", *matrix_text(constants.stress_strain, digits)]
    if stressed:
        lines += [f"C, second derivatives of the energy{unit}:", *matrix_text(constants.energy, digits)]
    moduli = moduli_of(constants.stiffness)
    lines.append(f"error by asymmetry: {constants.asymmetry:.1g}{_unit(measured)}")
    return lines + _moduli_text(moduli, digits, unit)


def _moduli_text(moduli: Moduli, digits: int, unit: str) -> list[str]:
    rows = [[f"modulus{unit}", "Voigt", "Reuss", "Hill"], _row("bulk", moduli.bulk, digits)]
    rows.append(_row("shear", moduli.shear, digits))
    if moduli.young is not None and moduli.poisson is not None:
        rows.append(["Young's", "", "", f"{moduli.young:.{digits}f}"])
        rows.append(["Poisson's ratio", "", "", f"{moduli.poisson:.4f}"])
    lines = _columns(rows)
    numbers = [("Zener", moduli.zener), ("universal", moduli.universal)]
    known = [f"{name} {number:.4f}" for name, number in numbers if number is not None]
    if known:
        lines.append(f"anisotropy: {', '.join(known)}")
    eigenvalues = " ".join(f"{x:.{digits}f}" for x in moduli.eigenvalues)
    return [*lines, f"{'stable' if moduli.stable else 'NOT STABLE'}; eigenvalues: {eigenvalues}"]


def _row(name: str, modulus: Modulus, digits: int) -> list[str]:
    numbers = (modulus.voigt, modulus.reuss, modulus.hill)
    return [name, *("" if number is None else f"{number:.{digits}f}" for number in numbers)]


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return [
        "  ".join([row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:]))]).rstrip()
        for row in rows
    ]


def _constants_json(constants: Constants) -> dict[str, Any]:
    moduli = moduli_of(constants.stiffness)
    return {
        "stress_strain": constants.stress_strain.tolist(),
        "energy": constants.energy.tolist(),
        "asymmetry": constants.asymmetry,
        "bend": constants.bend,
        "bulk": _modulus_json(moduli.bulk),
        "shear": _modulus_json(moduli.shear),
        "young": moduli.young,
        "poisson": moduli.poisson,
        "zener": moduli.zener,
        "universal": moduli.universal,
        "eigenvalues": list(moduli.eigenvalues),
        "stable": moduli.stable,
    }


def _modulus_json(modulus: Modulus) -> dict[str, float | None]:
    return {"voigt": modulus.voigt, "reuss": modulus.reuss, "hill": modulus.hill}


def _digits(largest: float) -> int:
    """Decimals with which the largest number has so many digits."""
    return max(0, DIGITS - 1 - math.floor(math.log10(largest))) if largest > 0 else DIGITS


def _rounded(number: float, digits: int) -> str:
    """With so many decimals, and no minus in front of zero."""
    return f"{round(float(number), digits) + 0.0:.{digits}f}"


def _unit(measured: Measured) -> str:
    return f" {measured.unit}" if measured.unit else ""
