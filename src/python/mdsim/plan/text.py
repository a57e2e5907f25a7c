# SPDX-License-Identifier: BSD-3-Clause
"""The plan in words, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from mdsim.plan.forecast import Forecast, last_that_pays


def duration(seconds: float) -> str:
    """As people say it: `3 d 4 h`, `2 h 13 min`, `48 s`."""
    if seconds < 0.995:
        return f"{seconds:.2g} s"
    units = (("d", 86400), ("h", 3600), ("min", 60), ("s", 1))
    whole = round(seconds)
    for (large, size), (small, part) in zip(units, units[1:]):
        if whole >= size:
            count, rest = divmod(whole, size)
            return f"{count} {large} {rest // part} {small}"
    return f"{whole} s"


def energy(joules: float) -> str:
    """In kWh, or in joules where that is little."""
    return f"{joules / 3.6e6:.3g} kWh" if joules >= 3.6e4 else f"{joules:.3g} J"


def table(found: Sequence[Forecast], unit: str, ranks_name: str) -> str:
    """A line for each number of ranks."""
    with_energy = any(f.joules is not None for f in found)
    with_money = any(f.money is not None for f in found)
    head = [ranks_name, "time", "error"] + ["energy"] * with_energy + [unit] * with_money + ["known by"]
    lines = [head]
    for f in found:
        line = [str(f.ranks), duration(f.seconds), f"{100 * f.error:.0f} %"]
        if with_energy:
            line.append("" if f.joules is None else energy(f.joules))
        if with_money:
            line.append("" if f.money is None else f"{f.money:.2f}")
        lines.append([*line, f.source])
    widths = [max(len(line[k]) for line in lines) for k in range(len(head))]
    return "\n".join(
        "  ".join([*(cell.rjust(w) for cell, w in zip(line[:-1], widths)), line[-1]]).rstrip() for line in lines
    )


def advice(found: Sequence[Forecast], worth: float, ranks_name: str) -> str:
    """Up to which number more ranks pay."""
    if len(found) < 2:
        return ""
    best = last_that_pays(found, worth)
    fastest = min(range(len(found)), key=lambda place: found[place].seconds)
    text = f"More {ranks_name} pay up to {found[best].ranks}"
    if best + 1 < len(found):
        text += f": {_compare(found[best], found[best + 1])}"
    text += "."
    if fastest != best:
        text += f" The fastest is {found[fastest].ranks}."
    return text


def _compare(pays: Forecast, more: Forecast) -> str:
    speed = pays.seconds / more.seconds
    cost = more.ranks * more.seconds / (pays.ranks * pays.seconds)
    return f"{more.ranks} would be {speed:.2f} times as fast for {cost:.2f} times the hours of all"
