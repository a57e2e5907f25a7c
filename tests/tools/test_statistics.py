# SPDX-License-Identifier: BSD-3-Clause
"""Errors and fits of series whose answers are known."""

import math
import random

import pytest

from mdsim_tools import statistics


def correlated(count, memory, seed=1):
    """A series of unit variance, each value the one before times `memory` and noise."""
    generator = random.Random(seed)
    value, found = generator.gauss(0, 1), []
    for _ in range(count):
        value = memory * value + math.sqrt(1 - memory**2) * generator.gauss(0, 1)
        found.append(value)
    return found


@pytest.mark.parametrize("memory", [0.0, 0.9])
def test_the_error_of_a_mean_counts_correlated_samples_as_fewer(memory):
    count = 2**15
    _, error = statistics.blocked(correlated(count, memory))
    expected = math.sqrt((1 + memory) / (1 - memory) / count)
    assert 0.85 * expected < error < 1.5 * expected


def test_a_line_is_fitted_exactly():
    x = [0.1 * k for k in range(80)]
    intercept, slope = statistics.linear_fit(x, [3 - 0.5 * a for a in x])
    assert (intercept, slope) == pytest.approx((3, -0.5))
    assert statistics.line_slope(x, [3 - 0.5 * a for a in x]) == (pytest.approx(-0.5), pytest.approx(0, abs=1e-12))


def test_the_slope_of_a_random_walk_is_none_within_its_error():
    within = 0
    for seed in range(200):
        generator = random.Random(seed)
        walk = [0.0]
        for _ in range(799):
            walk.append(walk[-1] + generator.gauss(0, 1))
        slope, error = statistics.line_slope(range(800), walk)
        within += abs(slope) < 2 * error
    assert within > 170


def test_few_samples_have_no_error_of_a_slope():
    assert statistics.line_slope([0, 1, 2], [0, 1, 2])[1] == math.inf


def test_rms_and_spread():
    assert statistics.rms([3, -4]) == pytest.approx(math.sqrt(12.5))
    assert statistics.spread([8, 10]) == pytest.approx(0.2)
