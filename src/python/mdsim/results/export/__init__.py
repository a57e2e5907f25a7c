# SPDX-License-Identifier: BSD-3-Clause
"""Frames of a trajectory in the formats of other programs; see Trajectory.export()."""

from __future__ import annotations

from mdsim.results.export.formats import FORMATS
from mdsim.results.export.work import Order, export

__all__ = ["FORMATS", "Order", "export"]
