# SPDX-License-Identifier: BSD-3-Clause
"""Reads the output folder of a run, finished or still going on: `run = open_run("run.out")`.

Nothing here needs the compiled part of mdsim. NumPy is always needed, h5py for what lies in HDF5 files, pandas for
`thermo` and `to_frame()`, matplotlib for `plot()`, ASE for `to_ase()`, chemfiles for some formats of `export()`.
"""

from __future__ import annotations

from mdsim.results.frame import Box, Frame
from mdsim.results.measured_tables import (
    Conductivity,
    Correlation,
    Estimate,
    GreenKubo,
    Profile,
    RadialDistribution,
    StructureFactor,
    StructureTable,
    Viscosity,
)
from mdsim.results.observables import Average, Observables, StageAverages
from mdsim.results.progress import Part, Progress
from mdsim.results.readings import Drift, Gpu, Quantity, Readings
from mdsim.results.results import Results, open_run
from mdsim.results.tables import Table
from mdsim.results.trajectory import Trajectory

__all__ = [
    "Average",
    "Box",
    "Conductivity",
    "Correlation",
    "Drift",
    "Estimate",
    "Frame",
    "Gpu",
    "GreenKubo",
    "Observables",
    "Part",
    "Profile",
    "Progress",
    "Quantity",
    "RadialDistribution",
    "Readings",
    "Results",
    "StageAverages",
    "StructureFactor",
    "StructureTable",
    "Table",
    "Trajectory",
    "Viscosity",
    "open_run",
]
