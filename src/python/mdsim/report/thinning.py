# SPDX-License-Identifier: BSD-3-Clause
"""Draws long curves by fewer points, so that they look the same: peaks stay."""

from __future__ import annotations

from typing import Any

import numpy as np

from mdsim.results.tables import Array

BINS = 800
"""about two points for each pixel of a figure"""


def thin(y: Array, bins: int = BINS) -> Array:
    """The places of the lowest and the highest of each bin of a curve, and of its ends; all, where they are few."""
    if len(y) <= 2 * bins:
        return np.arange(len(y))
    size = -(-len(y) // bins)
    padded = np.full(-(-len(y) // size) * size, np.nan)
    padded[: len(y)] = y
    table = padded.reshape(-1, size)
    unknown = np.isnan(table)
    low = np.where(unknown, np.inf, table).argmin(axis=1)
    high = np.where(unknown, -np.inf, table).argmax(axis=1)
    begins: Array = np.arange(len(table)) * size
    chosen = np.unique(np.concatenate([begins + low, begins + high, [0, len(y) - 1]]))
    found: Array = chosen[chosen < len(y)]
    return found


def thin_lines(axes: Any) -> None:
    """Thins all long lines on axes; bands of many points become pictures."""
    for line in axes.lines:
        x, y = (np.asarray(values, dtype=float) for values in line.get_data())
        places = thin(y)
        if len(places) < len(y):
            line.set_data(x[places], y[places])
        elif len(y) == 1:
            line.set_marker("o")
    for band in axes.collections:
        if sum(len(path.vertices) for path in band.get_paths()) > 8 * BINS:
            band.set_rasterized(True)
