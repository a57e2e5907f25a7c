# SPDX-License-Identifier: BSD-3-Clause
"""Molecular dynamics with reproducible bits: runs led by a script, and what runs have written.

Reading results needs no engine: it is loaded where a simulation is first made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mdsim.atoms import Atoms
from mdsim.errors import Error, InputError, MachineError, PhysicsError, Stopped
from mdsim.results import Results, open_run

if TYPE_CHECKING:
    from mdsim.simulation import Simulation, run

open = open_run
"""reads a run; not in `__all__`, as `import *` would hide the builtin"""

__all__ = ["Atoms", "Error", "InputError", "MachineError", "PhysicsError", "Results", "Simulation", "Stopped", "run"]


def __getattr__(name: str) -> Any:
    if name in ("Simulation", "run"):
        from mdsim import simulation

        return getattr(simulation, name)
    if name == "__version__":
        from mdsim import _core

        return _core.version
    raise AttributeError(f"module 'mdsim' has no attribute {name!r}")
