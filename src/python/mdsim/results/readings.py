# SPDX-License-Identifier: BSD-3-Clause
"""What a run says of its physics, its work and its machine, in progress.json."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Quantity:
    """A number and its unit, which is empty in reduced units."""

    value: float
    unit: str


@dataclass(frozen=True)
class Drift:
    """The drift of the conserved energy in the stage in hand, of one atom."""

    rate: float
    """energy unit per time unit"""
    standard_error: float
    energy_unit: str
    time_unit: str
    thermal_ratio: float
    """how far the energy has gone, in k_B T"""


@dataclass(frozen=True)
class Gpu:
    """What a GPU on the host of rank 0 does; what it does not tell is None."""

    number: int
    """as nvidia-smi counts"""
    name: str
    uuid: str
    ranks: tuple[int, ...]
    """those that compute on it; none if it is not of the run"""
    utilization: float | None
    """part of the last moments in which a kernel ran, 0 to 1"""
    memory_used: float | None
    """in bytes, by all programs"""
    memory: float | None
    """in all, in bytes"""
    power: float | None
    """in watts"""
    clock: float | None
    """of the multiprocessors, in hertz"""
    temperature: float | None
    """in degrees Celsius"""


@dataclass(frozen=True)
class Readings:
    """The numbers that `mdsim watch` and the metrics show; None, or empty, where nothing is known, as of early runs."""

    reported: float | None = None
    """when, in seconds since 1970"""
    simulated_per_day: Quantity | None = None
    temperature: Quantity | None = None
    conserved_energy: Quantity | None = None
    drift: Drift | None = None
    rebuilds: int | None = None
    """of the neighbour lists, since the program was started"""
    rebuild_interval: float | None = None
    """steps between two of them, on average"""
    imbalance: float | None = None
    """time of the slowest rank over the mean of all, at the last look"""
    waits: tuple[float, ...] = ()
    """seconds that each rank was ready before the slowest"""
    atoms_bytes: float | None = None
    """memory of atoms and lists of rank 0"""
    process_bytes: float | None = None
    """memory of the process of rank 0"""
    host_free_bytes: float | None = None
    """what processes of its host may still take"""
    gpus: tuple[Gpu, ...] = ()


def readings_of(content: dict[str, Any]) -> Readings:
    """Those in progress.json; raises KeyError, TypeError or ValueError where one is not what a run writes."""
    rebuilds, memory = _table(content, "rebuilds"), _table(content, "memory")
    count = rebuilds.get("count")
    return Readings(
        reported=number(content.get("reported")),
        simulated_per_day=_quantity(content, "simulated_per_day"),
        temperature=_quantity(content, "temperature"),
        conserved_energy=_quantity(content, "conserved_energy"),
        drift=_drift(_table(content, "energy_drift")),
        rebuilds=None if count is None else int(count),
        rebuild_interval=number(rebuilds.get("interval")),
        imbalance=number(content.get("imbalance")),
        waits=tuple(float(wait) for wait in _list(content, "rank_waits")),
        atoms_bytes=number(memory.get("atoms_bytes")),
        process_bytes=number(memory.get("process_bytes")),
        host_free_bytes=number(memory.get("host_free_bytes")),
        gpus=tuple(_gpu(gpu) for gpu in _list(content, "gpus")),
    )


def number(value: Any) -> float | None:
    """A number that may not be known."""
    return None if value is None else float(value)


def _table(content: dict[str, Any], name: str) -> dict[str, Any]:
    found = content.get(name)
    if found is not None and not isinstance(found, dict):
        raise TypeError(f"{name} is no table")
    return found or {}


def _list(content: dict[str, Any], name: str) -> list[Any]:
    found = content.get(name)
    if found is not None and not isinstance(found, list):
        raise TypeError(f"{name} is no list")
    return found or []


def _quantity(content: dict[str, Any], name: str) -> Quantity | None:
    found = _table(content, name)
    return Quantity(float(found["value"]), str(found["unit"])) if found else None


def _drift(found: dict[str, Any]) -> Drift | None:
    if not found:
        return None
    return Drift(
        rate=float(found["rate_per_atom"]),
        standard_error=float(found["standard_error"]),
        energy_unit=str(found["energy_unit"]),
        time_unit=str(found["time_unit"]),
        thermal_ratio=float(found["thermal_ratio"]),
    )


def _gpu(found: dict[str, Any]) -> Gpu:
    return Gpu(
        number=int(found["number"]),
        name=str(found["name"]),
        uuid=str(found["uuid"]),
        ranks=tuple(int(rank) for rank in _list(found, "ranks")),
        utilization=number(found["utilization"]),
        memory_used=number(found["memory_used_bytes"]),
        memory=number(found["memory_bytes"]),
        power=number(found["power_watts"]),
        clock=number(found["clock_hertz"]),
        temperature=number(found["temperature_celsius"]),
    )
