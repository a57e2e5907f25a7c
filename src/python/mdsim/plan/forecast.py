# SPDX-License-Identifier: BSD-3-Clause
"""What a whole run takes on each number of ranks, from measured stages and the model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from mdsim.plan.measurement import Measured
from mdsim.plan.model import StepModel

LEAST_ERROR = 0.08
"""of a measured time, as a part of it: a few seconds stand for the whole run"""
NEIGHBORS = 60.0
"""of an atom, where a summary tells none"""


@dataclass(frozen=True)
class Forecast:
    """A run on so many ranks."""

    ranks: int
    seconds: float
    error: float
    """of the time, as a part of it"""
    source: str
    """how the time is known"""
    joules: float | None
    """of the GPUs; none on processors"""
    money: float | None
    """in the unit of the price; none without"""

    def as_json(self) -> dict[str, Any]:
        """For a file."""
        return asdict(self)


def forecasts(
    measured: Sequence[Measured], steps: Sequence[int], numbers: Sequence[int], price: float | None
) -> list[Forecast]:
    """For each number of ranks, in order. `steps` are those of each stage, `price` that of a rank and hour.

    Every stage that has steps was measured on the same numbers of ranks, each perhaps several times.
    """
    known = sorted({m.ranks for m in measured})
    start = max(m.start_seconds for m in measured)
    found = []
    for ranks in sorted(set(numbers) | set(known)):
        times = [_stage_time(measured, stage, count, ranks) for stage, count in enumerate(steps) if count > 0]
        seconds = start + sum(t.seconds for t in times)
        error = sum(t.seconds * t.error for t in times) / seconds
        here = sum(m.seconds for m in measured if m.ranks == ranks)
        power = _power(measured, ranks)
        found.append(
            Forecast(
                ranks,
                seconds,
                error,
                f"measured for {here:.0f} s" if here else times[0].source,
                None if power is None else power * seconds,
                None if price is None else price * ranks * seconds / 3600,
            )
        )
    return found


@dataclass(frozen=True)
class _StageTime:
    seconds: float
    error: float
    source: str


def _stage_time(measured: Sequence[Measured], stage: int, steps: int, ranks: int) -> _StageTime:
    """Of all steps of one stage."""
    of_stage = [m for m in measured if m.stage == stage]
    here = [m.seconds_per_step for m in of_stage if m.ranks == ranks]
    if here:
        mean = sum(here) / len(here)
        error = max(LEAST_ERROR, (max(here) - min(here)) / mean)
        return _StageTime(steps * mean, error, "measured")
    means: dict[int, float] = {}
    for number in sorted({m.ranks for m in of_stage}):
        times = [m.seconds_per_step for m in of_stage if m.ranks == number]
        means[number] = sum(times) / len(times)
    first = of_stage[0].summary
    exchange = first["exchange"]
    neighbors = exchange.get("list_pairs", 0) / first["atoms"] or NEIGHBORS
    step = StepModel(means, first["atoms"], neighbors, on_gpus=of_stage[0].on_gpu).step(ranks)
    return _StageTime(steps * step.seconds, step.error, step.source)


def _power(measured: Sequence[Measured], ranks: int) -> float | None:
    """Of all GPUs [W]: as measured on so many, otherwise in proportion to the nearest number."""
    with_power = [(m.ranks, m.power) for m in measured if m.power is not None]
    if not with_power:
        return None
    nearest = min((n for n, _ in with_power), key=lambda n: abs(n - ranks))
    powers = [power for n, power in with_power if n == nearest]
    return sum(powers) / len(powers) * ranks / nearest


def last_that_pays(found: Sequence[Forecast], worth: float) -> int:
    """The place of the largest number of ranks that pays: from each that pays to the next, more ranks must bring at
    least a part `worth` of the speed that they would with no exchange."""
    best = 0
    for place in range(1, len(found)):
        gained = found[best].seconds / found[place].seconds - 1
        added = found[place].ranks / found[best].ranks - 1
        if gained >= worth * added:
            best = place
    return best
