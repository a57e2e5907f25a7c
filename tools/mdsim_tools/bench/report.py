# SPDX-License-Identifier: BSD-3-Clause
"""Tables of measurements: on the terminal while measuring, as Markdown afterwards."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Callable

from mdsim_tools.bench.running import BenchError

Row = dict[str, Any]
"""the figures of a line"""


def on_gpu(row: Row) -> bool:
    """Whether a line was measured on a GPU."""
    return bool(row.get("device", "cpu") != "cpu")


COLUMNS: tuple[tuple[str, Callable[[Row], str | None]], ...] = (
    ("atoms", lambda r: f"{r['atoms']:,}"),
    ("ranks x threads", lambda r: None if on_gpu(r) else f"{r['ranks']} x {r['threads']}"),
    ("GPUs", lambda r: str(r["ranks"]) if on_gpu(r) and {"ratio_to_one_gpu", "weak_efficiency"} & set(r) else None),
    ("program", lambda r: r["name"]),
    ("steps/s", lambda r: f"{r['steps_per_second']:.4g}"),
    ("M atom-steps/s", lambda r: None if on_gpu(r) else f"{r['atom_steps_per_second'] * 1e-6:.2f}"),
    ("G atom-steps/s", lambda r: f"{r['atom_steps_per_second'] * 1e-9:.3f}" if on_gpu(r) else None),
    ("us/step", lambda r: f"{1e6 / r['steps_per_second']:.2f}" if on_gpu(r) else None),
    ("us/step waited", lambda r: f"{1e6 * r['waited_per_step']:.2f}" if "waited_per_step" in r else None),
    (
        "MB/step sent by each",
        lambda r: f"{1e-6 * r['halo_bytes_per_step']:.3f}" if on_gpu(r) and "halo_bytes_per_step" in r else None,
    ),
    ("bytes of positions", lambda r: f"{100 * r['sent_share']:.0f} %" if "sent_share" in r else None),
    ("ratio to unpacked", lambda r: f"{r['ratio_to_unpacked']:.2f}" if "ratio_to_unpacked" in r else None),
    ("forecast", lambda r: f"{r['forecast_seconds']:.1f} s" if "forecast_seconds" in r else None),
    ("its error", lambda r: f"{100 * r['forecast_error']:.0f} %" if "forecast_error" in r else None),
    ("runs", lambda r: f"{min(r['run_seconds']):.1f} - {max(r['run_seconds']):.1f} s" if "run_seconds" in r else None),
    ("off by", lambda r: f"{100 * r['run_to_forecast']:+.0f} %" if "run_to_forecast" in r else None),
    ("spread", lambda r: f"{100 * r['spread']:.1f} %"),
    ("ratio to lmp", lambda r: f"{r['ratio_to_lmp']:.2f}" if "ratio_to_lmp" in r else None),
    ("ratio to one GPU", lambda r: f"{r['ratio_to_one_gpu']:.3f}" if "ratio_to_one_gpu" in r else None),
    ("ratio to one core", lambda r: f"{r['ratio_to_one_core']:.3f}" if "ratio_to_one_core" in r else None),
    ("efficiency to the first", lambda r: f"{100 * r['weak_efficiency']:.1f} %" if "weak_efficiency" in r else None),
    ("ratio to nve", lambda r: f"{r['ratio_to_nve']:.3f}" if "ratio_to_nve" in r else None),
    ("pair rate to nve", lambda r: f"{r['pair_ratio_to_nve']:.3f}" if "pair_ratio_to_nve" in r else None),
    (
        "us a step, a rebuild",
        lambda r: f"{1e6 * r['step_seconds']:.2f}, {1e6 * r['rebuild_seconds']:.1f}" if "step_seconds" in r else None,
    ),
    ("rebuilds", lambda r: f"{100 * r['rebuild_share']:.0f} %" if "rebuild_share" in r else None),
    ("of copy", lambda r: f"{100 * r['fraction_of_copy']:.0f} %" if "fraction_of_copy" in r else None),
    ("of FFMA", lambda r: f"{100 * r['fraction_of_ffma']:.0f} %" if "fraction_of_ffma" in r else None),
    ("cost", lambda r: f"{100 * r['cost']:+.1f} %" if "cost" in r else None),
    ("steps per rebuild", lambda r: f"{r['rebuild_interval']:.1f}" if "rebuild_interval" in r else None),
    ("bytes/atom", lambda r: f"{r['bytes_per_atom']:.0f}" if "bytes_per_atom" in r else None),
)


def say(text: str) -> None:
    """Tells how the measurement gets on."""
    print(f"bench: {text}", file=sys.stderr, flush=True)


def cells(rows: list[Row]) -> list[list[str]]:
    """The columns that any row fills, as a list of lines of texts, the headings first."""
    columns = [(name, [value(r) for r in rows]) for name, value in COLUMNS]
    used = [(name, values) for name, values in columns if any(v is not None for v in values)]
    return [[name for name, _ in used]] + [[values[i] or "" for _, values in used] for i in range(len(rows))]


def table(measured: dict[str, Any]) -> str:
    """The table for a terminal."""
    lines = cells(measured["rows"])
    widths = [max(len(line[k]) for line in lines) for k in range(len(lines[0]))]
    text = [header(measured)]
    text += ["  ".join(cell.rjust(w) for cell, w in zip(line, widths)) for line in lines]
    return "\n".join(text + [""] + phase_lines(measured["rows"]))


def shares(row: Row) -> str:
    """The phases that take at least 0.5 % of the time, the largest first."""
    whole = sum(row["phases"].values())
    parts = sorted(row["phases"].items(), key=lambda p: -p[1])
    return ", ".join(f"{name} {100 * s / whole:.1f} %" for name, s in parts if s >= 0.005 * whole)


def unsafe(row: Row) -> str:
    """On how many steps a run that rebuilds without looking may have missed pairs."""
    steps = row.get("unsafe_steps") or 0
    return f"; pairs may have been missed on {steps} of {row['steps']} steps" if steps else ""


def layout(row: Row) -> str:
    """Ranks and threads, on processors."""
    return "" if on_gpu(row) else f"{row['ranks']} x {row['threads']}, "


def phase_lines(rows: list[Row]) -> list[str]:
    """Where the time of each line goes."""
    return [f"{r['atoms']:,} atoms, {layout(r)}{r['name']}: {shares(r)}{unsafe(r)}" for r in rows if r.get("phases")]


def hardware(measured: dict[str, Any]) -> str:
    """What was measured on."""
    m = measured["machine"]
    gpu, cpu = m.get("gpu"), m["processor"]
    name = cpu.get("Model name", "unknown processor")
    if gpu is not None:
        return f"{gpu.get('name', 'unknown GPU')} (driver {gpu.get('driver_version', '?')}), {name}"
    return f"{name} (family {cpu.get('CPU family', '?')}, model {cpu.get('Model', '?')}), {m['cores']} cores"


def header(measured: dict[str, Any]) -> str:
    """What a reader must know of a table."""
    m, s = measured["machine"], measured["settings"]
    changed = " with changes" if measured["changed"] else ""
    peer = f"; {measured['lammps']}" if "lammps" in measured else ""
    busy = f"; MACHINE BUSY, load {m['load_before']:.1f} before" if m["load_before"] > 0.3 * m["cores"] else ""
    return (
        f"{hardware(measured)}; "
        f"commit {measured['commit']}{changed}; {measured['date']}; {s['precision']} precision, "
        f"skin {s['skin']}, best of {s['repeats']}{peer}{busy}"
    )


def write_json(path: Path | None, measured: dict[str, Any]) -> None:
    """Keeps a measurement, if there is a path."""
    if path is None:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(measured, indent=1) + "\n")
    say(f"written to {path}")


def read_json(path: Path) -> dict[str, Any]:
    """A measurement that was kept."""
    try:
        measured: dict[str, Any] = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise BenchError(f"cannot read the measurement {path}: {error}") from error
    return measured


def markdown(paths: list[Path]) -> str:
    """A section for each file: what was measured on what, the table, the shares of the phases."""
    text = []
    for path in paths:
        measured = read_json(path)
        lines = cells(measured["rows"])
        text += [f"`{measured['command']}`", "", header(measured) + ".", ""]
        text += ["| " + " | ".join(lines[0]) + " |", "|" + " ---: |" * len(lines[0])]
        text += ["| " + " | ".join(line) + " |" for line in lines[1:]]
        phases = [f"- {line}" for line in phase_lines(measured["rows"])]
        text += ["", "Where the time goes:", "", *phases, ""] if phases else [""]
    return "\n".join(text).rstrip()
