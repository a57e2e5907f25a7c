# SPDX-License-Identifier: BSD-3-Clause
"""What the machine of a run does, in words: memory, waits of ranks, GPUs."""

from __future__ import annotations

from collections.abc import Iterator

from mdsim.report.words import plural, seconds, size
from mdsim.results.readings import Gpu, Readings


def memory_words(readings: Readings) -> str:
    """`34.8 MiB in the process of rank 0, 1.2 MiB of them for atoms and lists`; empty where that is not known."""
    if readings.process_bytes is None:
        return ""
    words = f"{size(readings.process_bytes)} in the process of rank 0"
    if readings.atoms_bytes is not None:
        words += f", {size(readings.atoms_bytes)} of them for atoms and lists"
    return words


def free_words(readings: Readings) -> str:
    """`5.3 GiB on the host of rank 0`; empty where that is not known."""
    free = readings.host_free_bytes
    return "" if free is None else f"{size(free)} on the host of rank 0"


def imbalance_words(imbalance: float, ranks: int) -> str:
    """`1.05 times the mean on the slowest of 2 ranks`."""
    return f"{imbalance:.3g} times the mean on the slowest of {plural(ranks, 'rank')}"


def waits_words(waits: list[float]) -> str:
    """`3.2 s of rank 0, the longest; 1.6 s on average`; empty where no rank has waited."""
    longest = max(waits, default=0.0)
    if len(waits) < 2 or not longest > 0:
        return ""
    return (
        f"{seconds(longest)} of rank {waits.index(longest)}, the longest; {seconds(sum(waits) / len(waits))} on average"
    )


def gpu_rows(readings: Readings) -> Iterator[tuple[str, str]]:
    """A row for each GPU of the run on the host of rank 0."""
    for gpu in readings.gpus:
        if gpu.ranks:
            yield f"GPU {gpu.number}", _gpu_words(gpu)


def _gpu_words(gpu: Gpu) -> str:
    ranks = ", ".join(map(str, gpu.ranks))
    head = f"{gpu.name}, {'rank' if len(gpu.ranks) == 1 else 'ranks'} {ranks}"
    does = ", ".join(_known_of(gpu))
    return f"{head}: {does}" if does else head


def _known_of(gpu: Gpu) -> Iterator[str]:
    if gpu.utilization is not None:
        yield f"{100 * gpu.utilization:.0f} % busy"
    if gpu.memory_used is not None and gpu.memory is not None:
        yield f"{size(gpu.memory_used)} of {size(gpu.memory)}"
    if gpu.power is not None:
        yield f"{gpu.power:.0f} W"
    if gpu.clock is not None:
        yield f"{gpu.clock / 1e9:.2f} GHz"
    if gpu.temperature is not None:
        yield f"{gpu.temperature:.0f} °C"
