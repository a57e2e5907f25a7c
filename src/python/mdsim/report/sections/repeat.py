# SPDX-License-Identifier: BSD-3-Clause
"""How to have the same run again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

from mdsim.report.run_input import parts_of
from mdsim.report.words import error_words
from mdsim.results import Part, Results


def content(run: Results) -> dict[str, Any]:
    """Program, commands, files, and what is promised."""
    parts, missing = _parts(run)
    return {
        "parts": parts,
        "missing": missing,
        "changed": any(part.commit.endswith("-dirty") for part in parts),
        "again": _again(run, parts),
        "files": _files(run),
        "promise": _promise(parts),
    }


def _parts(run: Results) -> tuple[list[Part], str]:
    try:
        return parts_of(run), ""
    except (OSError, ValueError) as error:
        return [], error_words(error)


def _again(run: Results, parts: list[Part]) -> str:
    """The commands that make the same run and compare both."""
    folder = run.folder.resolve().name
    kinds = _kinds(parts)
    device = f" --set run.device={kinds.pop()}" if len(kinds) == 1 else ""
    again = shlex.quote(f"{folder}.again")
    return (
        f"mdsim {shlex.quote(f'{folder}/input.toml')} --output {again}{device}\n"
        f"mdsim compare {shlex.quote(folder)} {again}"
    )


def _kinds(parts: list[Part]) -> set[str]:
    """Of what kind the devices were: `cpu`, `cuda`."""
    return {"cpu" if part.device.split(",")[0] == "cpu" else "cuda" for part in parts if part.device}


def _promise(parts: list[Part]) -> str:
    """What the guide promises of runs on such devices."""
    kinds = _kinds(parts)
    if len(kinds) > 1:
        return (
            "Some starts of this run were on processors and others on GPUs. The two agree to rounding, not in bits, "
            "so the same bits need the same starts on the same kinds of device."
        )
    if kinds == {"cuda"}:
        return (
            "The same input gives the same positions, velocities and energies, bit for bit, on any number of GPUs of "
            "one model, whatever is written and how often, stopped and resumed or not; except that an rdf.range "
            "beyond the cutoff lets them sum in another order. Processors agree with GPUs to rounding."
        )
    return (
        "The same input gives the same positions, velocities and energies, bit for bit, on any number of ranks and "
        "threads, with AVX2 or AVX-512, whatever is written and how often, stopped and resumed or not; except that, in "
        "narrow boxes, an rdf.range beyond the cutoff may let them sum in another order. GPUs agree with processors to "
        "rounding."
    )


def _files(run: Results) -> list[str]:
    """The files that the input names."""
    try:
        return sorted(set(_named(run.input)))
    except (ImportError, OSError, ValueError):
        return []


def _named(table: Any) -> Iterator[str]:
    if isinstance(table, list):
        for item in table:
            yield from _named(item)
    elif isinstance(table, dict):
        for key, value in table.items():
            if key in ("path", "file") and isinstance(value, str):
                yield value
            elif key == "files" and isinstance(value, list):
                yield from map(str, value)
            else:
                yield from _named(value)
