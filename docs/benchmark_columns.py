# SPDX-License-Identifier: BSD-3-Clause
"""The columns of the tables of measurements: what each says of a row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Row = dict[str, Any]
"""One program at one size, as tools/bench stores it."""

Column = tuple[str, Callable[[Row], "str | None"]]
"""A heading, and what it says of a row; None where the row has nothing to say."""


def on_gpu(row: Row) -> bool:
    """Whether the row was measured on GPUs."""
    return bool(row.get("device", "cpu") != "cpu")


def number(key: str, form: str, scale: float = 1.0) -> Callable[[Row], str | None]:
    """A cell with a number of the row, where it has one."""
    return lambda row: form.format(scale * row[key]) if key in row else None


def of_gpus(cell: Callable[[Row], str | None]) -> Callable[[Row], str | None]:
    """The same cell, for rows of GPUs alone."""
    return lambda row: cell(row) if on_gpu(row) else None


def of_cores(cell: Callable[[Row], str | None]) -> Callable[[Row], str | None]:
    """The same cell, for rows of processors alone."""
    return lambda row: None if on_gpu(row) else cell(row)


def readable(value: float) -> str:
    """A number with four digits or all before the point, without an exponent."""
    digits = 3 if value < 10 else 2 if value < 100 else 1 if value < 1000 else 0
    return f"{value:,.{digits}f}"


def steps_per_second(row: Row) -> str:
    """The speed."""
    return readable(row["steps_per_second"])


def microseconds(row: Row) -> str:
    """The time of a step."""
    return readable(1e6 / row["steps_per_second"])


def gpus(row: Row) -> str | None:
    """How many GPUs, where that was varied."""
    return str(row["ranks"]) if {"ratio_to_one_gpu", "weak_efficiency"} & set(row) else None


def spread(row: Row) -> str | None:
    """How far repeats lie apart, where there were several."""
    return f"{100 * row['spread']:.1f} %" if len(row["speeds"]) > 1 else None


def step_and_rebuild(row: Row) -> str | None:
    """The times of a step and of a rebuild, where two intervals between rebuilds were measured."""
    if "step_seconds" not in row:
        return None
    return f"{1e6 * row['step_seconds']:.2f}, {1e6 * row['rebuild_seconds']:.1f}"


def packed(row: Row) -> str | None:
    """Whether positions were packed, where that was varied."""
    return ("yes" if row["packed"] else "no") if "packed" in row else None


def run_seconds(row: Row) -> str | None:
    """How long runs took that had been forecast."""
    found = row.get("run_seconds")
    return f"{min(found):.1f} - {max(found):.1f}" if found else None


ATOMS: Column = ("atoms", number("atoms", "{:,}", 1))
GIGA: Column = ("G atom-steps/s", of_gpus(number("atom_steps_per_second", "{:.3f}", 1e-9)))
STEP_TIME: Column = ("us/step", of_gpus(microseconds))
WAITED: Column = ("waited, us/step", number("waited_per_step", "{:.2f}", 1e6))
SENT: Column = ("sent by each, MB/step", of_gpus(number("halo_bytes_per_step", "{:.3f}", 1e-6)))
SPEED_UP: Column = ("speed-up over one GPU", number("ratio_to_one_gpu", "{:.3f}"))
INTERVAL: Column = ("steps per rebuild", number("rebuild_interval", "{:.1f}"))
BYTES: Column = ("bytes/atom", number("bytes_per_atom", "{:.0f}"))

WORDS = ("program", "case", "measure", "transport", "wire", "`auto`", "known by")
"""The headings of columns that hold words."""

ALL_COLUMNS: tuple[Column, ...] = (
    ATOMS,
    ("ranks x threads", of_cores(lambda row: f"{row['ranks']} x {row['threads']}")),
    ("GPUs", of_gpus(gpus)),
    ("program", lambda row: str(row["name"])),
    ("steps/s", steps_per_second),
    ("M atom-steps/s", of_cores(number("atom_steps_per_second", "{:.2f}", 1e-6))),
    GIGA,
    STEP_TIME,
    WAITED,
    SENT,
    ("packed", packed),
    ("bytes of positions", number("sent_share", "{:.0f} %", 100)),
    ("speed to unpacked", number("ratio_to_unpacked", "{:.2f}")),
    ("forecast, s", number("forecast_seconds", "{:.1f}")),
    ("error of it", number("forecast_error", "{:.0f} %", 100)),
    ("runs, s", run_seconds),
    ("runs to forecast", number("run_to_forecast", "{:+.0f} %", 100)),
    ("spread", spread),
    ("ratio to lmp", number("ratio_to_lmp", "{:.2f}")),
    SPEED_UP,
    ("speed-up over one core", number("ratio_to_one_core", "{:.3f}")),
    ("efficiency", number("weak_efficiency", "{:.1f} %", 100)),
    ("speed to nve", number("ratio_to_nve", "{:.3f}")),
    ("pair rate to nve", number("pair_ratio_to_nve", "{:.3f}")),
    ("us per step, per rebuild", step_and_rebuild),
    ("rebuilds", number("rebuild_share", "{:.0f} %", 100)),
    ("of copy", number("fraction_of_copy", "{:.0f} %", 100)),
    ("of FFMA", number("fraction_of_ffma", "{:.0f} %", 100)),
    ("cost", number("cost", "{:+.1f} %", 100)),
    INTERVAL,
    BYTES,
)
