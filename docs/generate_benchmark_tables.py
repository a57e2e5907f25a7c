#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the tables of measurements in pages of docs from validation/benchmarks/*.json.

  docs/generate_benchmark_tables.py           writes them between the lines `<!-- begin: NAME -->` and
                                              `<!-- end: NAME -->` of the pages
  docs/generate_benchmark_tables.py --check   changes nothing, and fails if a page is out of date

The files are written by `tools/bench ... --json FILE`. Needs nothing but Python's standard library.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmark_columns import (
    ALL_COLUMNS,
    ATOMS,
    GIGA,
    SENT,
    SPEED_UP,
    STEP_TIME,
    WAITED,
    WORDS,
    Column,
    Row,
    gpus,
    microseconds,
    number,
    on_gpu,
    run_seconds,
)

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
DATA = ROOT / "validation" / "benchmarks"

Measured = dict[str, Any]
"""One file: where, when and how it was measured, and its rows."""


class PageError(Exception):
    """A file or a page that is not as it should be."""


def read(name: str) -> Measured:
    """A file of validation/benchmarks."""
    path = DATA / name
    try:
        measured: Measured = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise PageError(f"cannot read the measurement {path}: {error}") from error
    return measured


def table(lines: Sequence[Sequence[str]]) -> str:
    """A Markdown table of lines of cells, the headings first; words to the left, numbers to the right."""
    aligned = "".join(" --- |" if heading in WORDS else " ---: |" for heading in lines[0])
    text = ["| " + " | ".join(lines[0]) + " |", "|" + aligned]
    return "\n".join(text + ["| " + " | ".join(line) + " |" for line in lines[1:]])


def rows_table(rows: Sequence[Row], columns: Sequence[Column]) -> str:
    """A table of rows, with those of the columns that any row fills."""
    filled = [(name, [cell(row) for row in rows]) for name, cell in columns]
    used = [(name, cells) for name, cells in filled if any(cell is not None for cell in cells)]
    body = [[cells[i] or "" for _, cells in used] for i in range(len(rows))]
    return table([[name for name, _ in used], *body])


def hardware(measured: Measured) -> str:
    """The GPU and the processor."""
    machine = measured["machine"]
    gpu, cpu = machine.get("gpu"), machine["processor"]
    name = cpu.get("Model name", "unknown processor")
    if gpu is not None:
        return f"{gpu.get('name', 'unknown GPU')} (driver {gpu.get('driver_version', '?')}), {name}"
    return f"{name} (family {cpu.get('CPU family', '?')}, model {cpu.get('Model', '?')}), {machine['cores']} cores"


def circumstances(measured: Measured) -> list[str]:
    """What to know of a measurement, as the items of a list."""
    machine, settings = measured["machine"], measured["settings"]
    repeats = settings["repeats"]
    commit = measured["commit"] + (" with changes" if measured["changed"] else "")
    busy = machine["load_before"] > 0.3 * machine["cores"]
    items = [
        f"`{measured['command']}`",
        f"{hardware(measured)}; commit {commit}; {measured['date']}",
        f"{settings['precision']} precision, skin {settings['skin']}, "
        + (f"best of {repeats}" if repeats > 1 else "one run each"),
    ]
    if "lammps" in measured:
        items.append(measured["lammps"])
    if "note" in measured:
        items.append(measured["note"])
    if busy:
        items.append(f"the machine was busy: its load was {machine['load_before']:.1f} before")
    return [f"- {item}" for item in items]


FORMER_PHASES = {"rebuild verdict": "list check"}
"""Names of phases in measurements of version 0.1.0, and what the program calls them now."""


def phases(rows: Sequence[Row]) -> list[str]:
    """Which phases take at least 0.5 % of the time of each row, the largest first, folded away."""
    items = []
    for row in rows:
        if not row.get("phases"):
            continue
        whole = sum(row["phases"].values())
        parts = sorted(row["phases"].items(), key=lambda part: -part[1])
        shares = ", ".join(
            f"{FORMER_PHASES.get(name, name)} {100 * s / whole:.1f} %" for name, s in parts if s >= 0.005 * whole
        )
        ranks = f", {row['ranks']} GPUs" if on_gpu(row) and row["ranks"] > 1 else ""
        cores = "" if on_gpu(row) else f", {row['ranks']} x {row['threads']}"
        unsafe = row.get("unsafe_steps") or 0
        missed = f"; pairs may have been missed on {unsafe} of {row['steps']} steps" if unsafe else ""
        items.append(f"- {row['atoms']:,} atoms{ranks}{cores}, {row['name']}: {shares}{missed}")
    if not items:
        return []
    return ["<details><summary>Share of each phase</summary>", "", *items, "", "</details>", ""]


def subject(measured: Measured) -> str:
    """What a file is about: the heading under which it stands."""
    what, rows = measured["what"], measured["rows"]
    if not on_gpu(rows[0]):
        return {
            "lj": "Processors: Lennard-Jones liquid",
            "scaling": "Processors: several cores",
            "many-body": "Processors: potentials of many bodies",
            "slow-links": "Processors: slow links",
            "planned": "Forecasts beside runs",
        }.get(what, "Processors: output")
    if what == "planned":
        return "Forecasts beside runs"
    if what == "scaling":
        weak = any("weak_efficiency" in row for row in rows)
        return "Several GPUs: the box grows with them" if weak else "Several GPUs"
    return {"lj": "One GPU: Lennard-Jones liquid", "cases": "One GPU: other cases"}.get(what, "One GPU: output")


SUBJECTS = (
    "One GPU: Lennard-Jones liquid",
    "One GPU: other cases",
    "One GPU: output",
    "Several GPUs",
    "Several GPUs: the box grows with them",
    "Processors: Lennard-Jones liquid",
    "Processors: potentials of many bodies",
    "Processors: several cores",
    "Processors: slow links",
    "Forecasts beside runs",
    "Processors: output",
)


def all_files() -> str:
    """Every file: what was measured on what, its table, the shares of the phases."""
    files = {path.name: read(path.name) for path in sorted(DATA.glob("*.json"))}
    text: list[str] = []
    for heading in SUBJECTS:
        about = {name: measured for name, measured in files.items() if subject(measured) == heading}
        text += [f"### {heading}", ""] if about else []
        for name, measured in about.items():
            rows = measured["rows"]
            text += [f"#### {name}", "", *circumstances(measured), ""]
            text += [rows_table(rows, ALL_COLUMNS), "", *phases(rows)]
    return "\n".join(text).rstrip()


def by_atoms(rows: Sequence[Row], name: str) -> dict[int, Row]:
    """The rows of one program, by their number of atoms."""
    return {row["atoms"]: row for row in rows if row["name"] == name}


def one_gpu() -> str:
    """Speed of the liquid on one GPU, checked and at a fixed interval."""
    rows = read("lj-h200.json")["rows"]
    checked, fixed = by_atoms(rows, "mdsim checked"), by_atoms(rows, "mdsim fixed")
    lines = [["atoms", "checked", "fixed", "us/step, checked", "steps per rebuild", "bytes/atom, checked, fixed"]]
    for atoms, row in checked.items():
        other = fixed[atoms]
        speeds = [f"{1e-9 * r['atom_steps_per_second']:.2f}" for r in (row, other)]
        memory = f"{row['bytes_per_atom']:.0f}, {other['bytes_per_atom']:.0f}"
        lines.append([f"{atoms:,}", *speeds, microseconds(row), f"{row['rebuild_interval']:.1f}", memory])
    return table(lines)


CASES = (
    ("double", "double precision", "speed", number("ratio_to_nve", "{:.3f}")),
    ("langevin", "Langevin", "speed", number("ratio_to_nve", "{:.3f}")),
    ("nose_hoover every 10", "Nosé-Hoover every 10 steps", "speed", number("ratio_to_nve", "{:.3f}")),
    ("nose_hoover every 1", "Nosé-Hoover every step", "speed", number("ratio_to_nve", "{:.3f}")),
    ("kob_andersen", "Kob-Andersen mixture", "pair rate", number("pair_ratio_to_nve", "{:.3f}")),
    ("table", "tabulated potential", "pair rate", number("pair_ratio_to_nve", "{:.3f}")),
    ("thermo every 100", "thermo row every 100 steps", "cost", number("cost", "{:.1f} %", 100)),
    ("frame every 1000", "frame every 1000 steps", "cost", number("cost", "{:.1f} %", 100)),
)
"""Names in the files, in words, what is compared with the plain liquid, and the cell."""


def gpu_cases() -> str:
    """Other cases beside the plain liquid, at two sizes."""
    columns = [read(name)["rows"] for name in ("cases-32k-h200.json", "cases-h200.json")]
    lines = [["case", "measure", *(f"{rows[0]['atoms']:,} atoms" for rows in columns)]]
    for name, words, measure, cell in CASES:
        found = [cell(row) or "" for rows in columns for row in rows if row["name"] == name]
        lines.append([words, measure, *found])
    return table(lines)


def several_gpus() -> str:
    """Speed-up of the liquid on several GPUs."""
    columns: list[Column] = [ATOMS, ("GPUs", gpus), STEP_TIME, GIGA, SPEED_UP, WAITED, SENT]
    columns.append(("atoms per GPU", lambda row: f"{row['atoms'] // row['ranks']:,}"))
    rows = sorted(read("scaling-h200.json")["rows"], key=lambda row: (-row["atoms"], row["ranks"]))
    return rows_table(rows, columns)


def transports() -> str:
    """What the ways between GPUs cost."""
    rows = [row for row in read("transports-h200.json")["rows"] if row["ranks"] > 1]
    name: Column = ("transport", lambda row: str(row["name"]).rpartition(", ")[2])
    return rows_table(rows, [name, STEP_TIME, SPEED_UP, WAITED])


def slow_links() -> str:
    """What packed positions bring on slow wires, by the least and the most of the turns."""
    lines = [["atoms", "wire", "`never`", "`always`", "bytes", "`auto`"]]
    found = {(row["atoms"], *row["name"].split(", ")): row for row in read("slow-links-epyc.json")["rows"]}
    for atoms, wire in dict.fromkeys(key[:2] for key in found):
        never, always, auto = (found[atoms, wire, choice] for choice in ("never", "always", "auto"))
        does = "packs" if auto["packed"] else "does not"
        share = f"{100 * always['sent_share']:.0f} %"
        rate = wire.replace("mbit", " Mb/s").replace("gbit", " Gb/s")
        cells = [f"{atoms:,}", rate, turns(never), turns(always), share, f"{does}, {turns(auto)}"]
        lines.append(cells)
    return table(lines)


def plans() -> str:
    """What was forecast of runs on each number of ranks, and how long they took."""
    lines = [["ranks", "forecast, s", "its error", "known by", "runs, s", "runs to forecast"]]
    for row in read("planned-epyc.json")["rows"]:
        known = "measured" if row["known_by"].startswith("measured") else "model"
        figures = [f"{row['forecast_seconds']:.1f}", f"{100 * row['forecast_error']:.0f} %"]
        ranks = str(row["name"]).partition(" rank")[0]
        lines.append([ranks, *figures, known, run_seconds(row) or "", f"{100 * row['run_to_forecast']:+.0f} %"])
    return table(lines)


def turns(row: Row) -> str:
    """The slowest and the fastest of them [steps/s]."""
    return f"{min(row['speeds']):.0f} - {max(row['speeds']):.0f}"


BLOCKS: dict[str, dict[str, Callable[[], str]]] = {
    "performance-measurements.md": {
        "one-gpu": one_gpu,
        "gpu-cases": gpu_cases,
        "several-gpus": several_gpus,
        "transports": transports,
        "all-files": all_files,
    },
    "parallel.md": {"slow-links": slow_links},
    "planning.md": {"plans": plans},
}
"""What is written into each page, by the names of its marks."""


def with_tables(name: str, page: str) -> str:
    """The page with its marked parts as the files give them."""
    for block, make in BLOCKS[name].items():
        begin, end = f"<!-- begin: {block} -->\n", f"<!-- end: {block} -->"
        before, found, rest = page.partition(begin)
        _, closed, after = rest.partition(end)
        if not found or not closed:
            raise PageError(f"{DOCS / name} has no lines {begin.strip()} and {end}")
        page = f"{before}{begin}\n{make()}\n\n{end}{after}"
    return page


def main() -> int:
    """Writes or checks the pages; the exit code says whether all is well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="fail if a page is out of date; change nothing")
    check = parser.parse_args().check
    try:
        pages = {DOCS / name: (DOCS / name).read_text() for name in BLOCKS}
        made = {path: with_tables(path.name, page) for path, page in pages.items()}
    except (OSError, PageError) as error:
        print(f"generate_benchmark_tables: {error}", file=sys.stderr)
        return 1
    outdated = [path for path in pages if made[path] != pages[path]]
    for path in outdated:
        if check:
            print(f"generate_benchmark_tables: {path} is out of date: run docs/{Path(__file__).name}", file=sys.stderr)
        else:
            path.write_text(made[path])
    return 1 if check and outdated else 0


if __name__ == "__main__":
    sys.exit(main())
