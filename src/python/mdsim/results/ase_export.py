# SPDX-License-Identifier: BSD-3-Clause
"""A frame as ase.Atoms, in the units of ASE."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from mdsim.atoms import element_symbols
from mdsim.results.files import need
from mdsim.results.store import TrajectoryFile

if TYPE_CHECKING:
    import ase

    from mdsim.results.frame import Frame


def factor(unit: str) -> float:
    """How many of ASE's units one of these is: 10 for `nm`; 1 without a unit. Raises ValueError if it is not known."""
    units = need("ase.units", "to_ase()")
    known = {
        "Angstrom": 1.0,
        "nm": units.nm,
        "ps": 1000 * units.fs,
        "fs": units.fs,
        "eV": 1.0,
        "kJ": units.kJ,
        "kcal": units.kcal,
        "mol": units.mol,
        "g": units.mol,  # ASE counts masses in g / mol
        "e": 1.0,
    }
    found = 1.0
    for word in unit.split():
        match = re.fullmatch(r"([A-Za-z]+?)(-?\d+)?", word)
        if match is None or match[1] not in known:
            raise ValueError(f"to_ase() does not know the unit {unit!r}")
        found *= known[match[1]] ** int(match[2] or 1)
    return found


def atoms_of(frame: Frame, file: TrajectoryFile, names: Mapping[str, str]) -> ase.Atoms:
    """The frame as ase.Atoms; `names` gives species the symbols of elements."""
    ase = need("ase", "to_ase()")
    units, box = frame.units, frame.box
    length = factor(units["position"])
    atoms: Any = ase.Atoms(
        symbols=_symbols(ase, frame.species, names),
        positions=frame.positions * length,
        cell=box.edges * length,
        celldisp=box.origin * length,
        pbc=box.periodic,
        masses=file.fixed("mass") * factor(units.get("mass", "")),
    )
    atoms.new_array("id", file.fixed("id").copy())
    atoms.set_initial_charges(file.fixed("charge"))
    atoms.info.update(step=frame.step, time=frame.time)
    if "velocity" in frame:
        atoms.set_velocities(frame.velocities * factor(units["velocity"]))
    _add_results(atoms, frame, file)
    return atoms


def _symbols(ase: Any, species: Any, names: Mapping[str, str]) -> list[str]:
    data = need("ase.data", "to_ase()")
    kinds, places = np.unique(species, return_inverse=True)
    symbols = element_symbols([str(kind) for kind in kinds], names, data.atomic_numbers)
    return [symbols[str(kinds[place])] for place in places]


def _add_results(atoms: Any, frame: Frame, file: TrajectoryFile) -> None:
    """Forces and energies as results of a calculator."""
    units, results = frame.units, {}
    if "force" in frame:
        results["forces"] = frame.forces * factor(units["force"])
    if "potential_energy" in frame:
        results["energies"] = frame["potential_energy"] * factor(units["potential_energy"])
    energy = frame.observables.get("potential_energy")
    if energy is not None:
        results["energy"] = energy * factor(file.observable_unit("potential_energy"))
    if results:
        calculator = need("ase.calculators.singlepoint", "to_ase()").SinglePointCalculator
        atoms.calc = calculator(atoms, **results)
