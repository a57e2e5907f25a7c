# SPDX-License-Identifier: BSD-3-Clause
"""Means, errors and fits of series."""

from __future__ import annotations

import math
from collections.abc import Sequence


def rms(values: Sequence[float]) -> float:
    """The root of the mean square."""
    return math.sqrt(sum(v * v for v in values) / len(values))


def blocked(values: Sequence[float]) -> tuple[float, float]:
    """Mean and standard error of a correlated series.

    H. Flyvbjerg and H. G. Petersen, J. Chem. Phys. 91, 461 (1989): neighbours are averaged until
    the error stops to grow; the largest estimate from at least 32 blocks is taken.
    """
    mean = sum(values) / len(values)
    error = 0.0
    while len(values) >= 32:
        variance = sum((v - mean) ** 2 for v in values) / (len(values) - 1)
        error = max(error, math.sqrt(variance / len(values)))
        values = [(a + b) / 2 for a, b in zip(values[0::2], values[1::2])]
    return mean, error


def linear_fit(x: Sequence[float], y: Sequence[float]) -> tuple[float, float]:
    """Intercept and slope of the least-squares line."""
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    slope = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / sum((a - mean_x) ** 2 for a in x)
    return mean_y - slope * mean_x, slope


def line_slope(x: Sequence[float], y: Sequence[float]) -> tuple[float, float]:
    """The slope of the least-squares line, and its standard error.

    The error comes from the steps between the means of eight segments, scaled so that it holds where
    y is a random walk, as rounding makes it; of mere noise it is four times too large.
    """
    slope = linear_fit(x, y)[1]
    size = len(x) // 8
    if size == 0:
        return slope, math.inf
    means = [sum(y[k * size : (k + 1) * size]) / size for k in range(8)]
    interval = size * (x[-1] - x[0]) / (len(x) - 1)
    steps = [(b - a) / interval for a, b in zip(means, means[1:])]
    mean = sum(steps) / 7
    return slope, 1.4 * math.sqrt(sum((s - mean) ** 2 for s in steps) / 6 / 7)


def spread(values: Sequence[float]) -> float:
    """The range of some numbers, relative to the largest."""
    return (max(values) - min(values)) / max(values)
