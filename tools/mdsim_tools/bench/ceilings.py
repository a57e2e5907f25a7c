# SPDX-License-Identifier: BSD-3-Clause
"""What a GPU can do at most, and how near a run comes to it.

Bytes and operations of a step are counted from the lists, not measured: what a step must at least read
and write in the memory of the device, and what it computes. Rebuilds are left out, so a fraction of a
whole run says less than a profile of the force kernel does."""

from __future__ import annotations

from typing import Any

CEILINGS: dict[str, dict[str, Any]] = {
    "H200": {
        "copy": 3.97e12,
        "ffma": 64.0e12,
        "source": "a copy within the device, reads and writes together, and a "
        "loop of fused multiply-adds, both measured on an H200",
    }
}
FLOPS_OF_A_PAIR = 21  # of the Lennard-Jones force from two positions on; a fused multiply-add counts two
ENTRY_BYTES, SLOT_BYTES = 2, 4
STATE_BYTES = {"mixed": 80, "double": 160}  # position, reference and velocity read, position and velocity written


def ceilings_of(device: str) -> dict[str, Any] | None:
    """Those of a device, if they were measured."""
    return next((c for name, c in CEILINGS.items() if name in device), None)


def step_bytes(row: dict[str, Any], precision: str) -> float:
    """Bytes of an atom in a step without a rebuild, at least."""
    lists = ENTRY_BYTES * row["entries_per_atom"] + SLOT_BYTES * row["slots_per_atom"]
    return STATE_BYTES[precision] + float(lists)


def add(measured: dict[str, Any]) -> None:
    """Adds the fractions to the rows of GPUs whose ceilings are known."""
    for row in measured["rows"]:
        ceilings = ceilings_of(row.get("device") or "")
        precision = "double" if row["name"] == "double" else measured["settings"]["precision"]
        if ceilings is None or not row.get("entries_per_atom"):
            continue
        measured["ceilings"] = ceilings
        speed = row["atom_steps_per_second"] / row["ranks"]  # of each GPU
        row["bytes_per_atom_step"] = step_bytes(row, precision)
        row["fraction_of_copy"] = speed * row["bytes_per_atom_step"] / ceilings["copy"]
        if precision == "mixed":
            row["fraction_of_ffma"] = speed * row["entries_per_atom"] * FLOPS_OF_A_PAIR / ceilings["ffma"]
