# SPDX-License-Identifier: BSD-3-Clause
"""The time of a step on numbers of ranks that are not at hand.

On n ranks a step takes w/n + f (a + b h(n)): the work w of one rank, shared evenly, and what the exchange between
neighbours costs, with h(n) the atoms that a rank sees of others. The constants a and b are those of published
measurements; f, 1 without any, is fitted to the measured numbers of ranks above one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Exchange:
    """What an exchange costs, and where that is known from."""

    fixed: float
    """a [s]"""
    of_atom: float
    """b [s]"""
    source: str
    error: float
    """of a forecast step, as a part of it, where no exchange was measured"""

    def seconds(self, halo_atoms: float) -> float:
        """Of one step."""
        return self.fixed + self.of_atom * halo_atoms


# Lines through the steps of these files on 2 and 4 GPUs less half and a quarter of the step on one; 1 to 16 million
# atoms of the Lennard-Jones liquid. The largest error of those six steps is 2.3 %; other systems and machines differ.
ON_GPUS = Exchange(2.4e-5, 8.9e-11, "validation/benchmarks/scaling-h200.json (1, 2, 4 H200 of one host)", 0.15)
# One size, so that only the larger part of it, which goes with the atoms, is known.
ON_CORES = Exchange(1e-5, 6e-8, "validation/benchmarks/scaling-epyc.json (2 cores)", 0.25)
FITTED_ERROR = 0.10
"""of a forecast beside measured exchanges"""


def grid_of(ranks: int) -> tuple[int, int, int]:
    """Ranks along the edges of a cube, as even as can be."""
    edges = [1, 1, 1]
    rest, factor = ranks, 2
    while rest > 1:
        if rest % factor:
            factor += 1
            continue
        edges[edges.index(min(edges))] *= factor
        rest //= factor
    return edges[0], edges[1], edges[2]


def halo_atoms(atoms: float, neighbors: float, ranks: int) -> float:
    """Atoms that a rank sees of others in a cube of a fluid whose atoms have so many neighbours in their lists."""
    reach = float((3 * neighbors / (4 * math.pi)) ** (1 / 3))
    edge = float(atoms ** (1 / 3))
    sides = [(edge / n, n > 1) for n in grid_of(ranks)]
    own = math.prod(side for side, _ in sides)
    return math.prod(side + 2 * reach * cut for side, cut in sides) - own


@dataclass(frozen=True)
class StepForecast:
    """The time of a step that was not measured [s], and its error as a part of it."""

    seconds: float
    error: float
    source: str


class StepModel:
    """Forecasts from measured times of a step, by number of ranks [s]."""

    def __init__(self, measured: Mapping[int, float], atoms: float, neighbors: float, *, on_gpus: bool) -> None:
        if not measured:
            raise ValueError("a model needs a measured step")
        self._atoms, self._neighbors = atoms, neighbors
        self._exchange = ON_GPUS if on_gpus else ON_CORES
        least = min(measured)
        self._work = least * (measured[least] - (self._known(least) if least > 1 else 0))
        if self._work <= 0:
            self._work = measured[least]
        above = [n for n in measured if n > 1 and n != least]
        self._fitted = len(above) > 0
        factors = [max(0.0, measured[n] - self._work / n) / self._known(n) for n in above]
        self._factor = sum(factors) / len(factors) if factors else 1.0

    def step(self, ranks: int) -> StepForecast:
        """On a number of ranks that was not measured."""
        seconds = self._work / ranks + (self._factor * self._known(ranks) if ranks > 1 else 0)
        if self._fitted:
            return StepForecast(seconds, FITTED_ERROR, "model through the measured numbers of ranks")
        return StepForecast(seconds, self._exchange.error, f"model of exchanges by {self._exchange.source}")

    def _known(self, ranks: int) -> float:
        return self._exchange.seconds(halo_atoms(self._atoms, self._neighbors, ranks))
