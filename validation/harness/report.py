# SPDX-License-Identifier: BSD-3-Clause
"""Results as JSON, as a table and as figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .checks import Check
from .figure import plot


def write(folder: Path, name: str, about: str, checks: list[Check], curves: dict[str, Any]) -> None:
    """Writes <name>.json, its table (table.md for the full set, gpu-table.md on a GPU) and the figures that
    there is data for."""
    folder.mkdir(parents=True, exist_ok=True)
    results = {"about": about, "checks": [c.as_dict() for c in checks], "curves": curves}
    (folder / f"{name}.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    table = {"full": "table.md", "gpu-full": "gpu-table.md"}.get(name, f"{name}.md")
    (folder / table).write_text(markdown(about, checks, curves, name), encoding="utf-8")
    for stem, svg in figures(curves).items():
        (folder / f"{name}-{stem}.svg").write_text(svg, encoding="utf-8")


def markdown(about: str, checks: list[Check], curves: dict[str, Any], name: str) -> str:
    """The table of all checks, with the figures above it."""
    failed = sum(not c.passed for c in checks)
    lines = ["# Validation results", "", f"{about}: {len(checks)} checks, {failed} failed.", ""]
    for stem in figures(curves):
        lines += [f"![{stem}]({name}-{stem}.svg)", ""]
    if "drift" in curves:
        lines += [curves["drift"]["text"], ""]
    lines += [
        "| case | precision | quantity | reference | found | error | difference | tolerance | verdict |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for c in checks:
        error = f"{c.error:.2g}" if c.error else ""
        lines.append(
            f"| {c.case} | {c.precision} | {c.quantity} | {c.reference:.10g} | {c.found:.10g} | "
            f"{error} | {c.found - c.reference:.3g} | {c.tolerance:.2g} | "
            f"{'pass' if c.passed else '**FAIL**'} |"
        )
    return "\n".join(lines + [""])


def figures(curves: dict[str, Any]) -> dict[str, str]:
    """The figures by name."""
    result = {}
    energy = curves.get("energy_error", {})
    if energy:
        drawn = [("LAMMPS, double", curves["energy_error_reference"], "line")]
        drawn += [(f"mdsim, {precision}", points, "marks") for precision, points in energy.items()]
        result["energy-error"] = plot(
            "Error of the energy in 20 time units, 864 atoms",
            "time step",
            "rms about a linear fit, per atom",
            drawn,
            logarithmic=True,
        )
    rdfs = curves.get("rdf", {})
    if rdfs:
        first = next(iter(rdfs.values()))
        drawn = [("LAMMPS, double", first["reference"], "line")]
        for precision, curve in rdfs.items():
            points = [p for p in zip(curve["r"], curve["g"]) if p[0] > 0.8]
            drawn.append((f"mdsim, {precision}", points, "marks"))
        result["rdf"] = plot("Liquid at density 0.8 and temperature 1", "r", "g(r)", drawn)
    return result
