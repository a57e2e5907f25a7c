# SPDX-License-Identifier: BSD-3-Clause
"""Self-diffusion of liquid argon by mean-square displacements."""

from __future__ import annotations

import json
from pathlib import Path

from mdsim_tools import outputs

from .checks import Check
from .fluid import SIGMAS
from .program import Mdsim

CM2_PER_S = 1e-4
"""in one square Angstrom per picosecond"""


def run_argon(mdsim: Mdsim, folder: Path, precision: str, scratch: Path) -> list[Check]:
    """As many atoms in the same box as those of the reference, so the size of the box need not be corrected for."""
    expected = json.loads((folder / "reference.json").read_text(encoding="utf-8"))["self_diffusion"]
    output = mdsim.compute(folder / "argon.toml", scratch / folder.name / precision, precision)
    found = outputs.diffusion(output, "msd")
    if found is None:  # without h5py
        return []
    mean, error = (CM2_PER_S * x for x in found)
    tolerance = expected["tolerance"] * expected["cm2_per_s"] + SIGMAS * error
    return [Check(folder.name, precision, "D [cm2/s]", expected["cm2_per_s"], mean, tolerance, error)]
