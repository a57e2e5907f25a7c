# SPDX-License-Identifier: BSD-3-Clause
"""The machine and the program, for each start of it."""

from __future__ import annotations

from typing import Any

from mdsim.report.run_input import parts_of, summary_of
from mdsim.report.table import TextTable, table
from mdsim.report.words import error_words, number, size, whole
from mdsim.results import Part, Results

HEADS = ("Steps", "Started", "Host", "Device", "Ranks × threads", "mdsim", "Build")


def content(run: Results) -> dict[str, Any]:
    """A row for each start, and what the last one needed."""
    tables = [table("Starts of the program", HEADS, [_row(part) for part in parts_of(run)])]
    try:
        tables.append(_needs(summary_of(run)))
        missing = ""
    except (OSError, ValueError, KeyError) as error:
        missing = error_words(error)
    return {"tables": tables, "missing": missing}


def _row(part: Part) -> list[str]:
    last = "…" if part.last_step is None else whole(part.last_step)
    layout = f"{part.ranks or '?'} × {part.threads or '?'}"
    program = f"{part.version} ({part.commit})"
    return [
        f"{whole(part.first_step)} to {last}",
        part.started.replace("T", " ").replace("Z", " UTC"),
        part.host,
        part.device,
        layout,
        program,
        part.build,
    ]


def _needs(summary: dict[str, Any]) -> TextTable:
    rebuilds = summary["rebuilds"]
    rows = [
        ["precision", str(summary["precision"])],
        ["speed", f"{number(summary['atom_steps_per_second'] / 1e6, 4)} million atom-steps/s"],
        ["memory for atoms and lists", f"{number(summary['bytes_per_atom'], 4)} bytes an atom"],
        ["memory of all processes at most", size(summary["memory_high_water_bytes"])],
        ["rebuilds of the neighbour lists", _rebuilds(rebuilds)],
    ]
    return table("What the last start needed", ["Quantity", "Value"], rows)


def _rebuilds(rebuilds: dict[str, Any]) -> str:
    count = int(rebuilds["count"])
    if count < 2:
        return whole(count)
    return f"{whole(count)}, {rebuilds['shortest']} to {rebuilds['longest']} steps apart"
