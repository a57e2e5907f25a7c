# SPDX-License-Identifier: BSD-3-Clause
"""Measures elastic constants: strains a system by each component with either sign, and relaxes its atoms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mdsim.array_types import Reals
from mdsim.elastic.constants import Constants, constants_from
from mdsim.elastic.derived import STRAIN_STEPS, Relaxation, relaxed, strained
from mdsim.elastic.runs import Launch, run
from mdsim.elastic.strains import ORDER
from mdsim.tables import Tables

RUNS = 13
"""of a measurement: the first, and two of each component"""
START = "start"
"""the name of the run that relaxes the system"""


@dataclass(frozen=True)
class Measured:
    """Elastic constants of a system."""

    atoms: int
    volume: float
    """before the strains, in the unit of the input"""
    stress: Reals
    """before the strains, 3 x 3, positive in tension [GPa, or reduced]"""
    unit: str
    """of stresses and constants: GPa; empty of reduced units"""
    strain: float
    relaxed: Constants
    """with atoms that came to rest in the strained boxes"""
    unrelaxed: Constants
    """with atoms that kept their places as fractions of the edges"""
    unfinished: tuple[str, ...]
    """the runs in which they did not come to rest"""

    @property
    def pressure(self) -> float:
        """Before the strains: minus a third of the trace of the stress."""
        return -float(self.stress.trace()) / 3


def measure(
    launch: Launch, tables: Tables, relaxation: Relaxation, strain: float, folder: Path, tell: Callable[[str], None]
) -> Measured:
    """Makes thirteen runs in a folder, and tells of each before it begins. Raises InputError or MachineError."""
    tell("relaxing the system")
    start = run(launch, relaxed(tables, relaxation), folder, START)
    unfinished = [] if start.converged else [START]
    at_rest, at_once = {}, {}
    strains = [(component, sign) for component in ORDER for sign in (1, -1)]
    for number, (component, sign) in enumerate(strains, start=1):
        name = name_of(component, sign)
        tell(f"strain {number} of {len(strains)}: {component} by {sign * strain:+g}")
        source = strained(tables, relaxation, f"{START}.out/trajectory.h5md", component, sign * strain)
        ended = run(launch, source, folder, name)
        at_rest[component, sign], at_once[component, sign] = ended.stress(-1), ended.stress(STRAIN_STEPS)
        if not ended.converged:
            unfinished.append(name)
    return Measured(
        atoms=start.atoms,
        volume=start.volume,
        stress=start.stress(-1),
        unit=start.unit,
        strain=strain,
        relaxed=constants_from(at_rest, start.stress(-1), strain),
        unrelaxed=constants_from(at_once, start.stress(-1), strain),
        unfinished=tuple(unfinished),
    )


def name_of(component: str, sign: int) -> str:
    """Of the run of a strain: `xy-plus`."""
    return f"{component}-{'plus' if sign > 0 else 'minus'}"
