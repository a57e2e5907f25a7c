# SPDX-License-Identifier: BSD-3-Clause
"""Inputs as tables whose keys are replaced, as `--set` of the program does, for commands that derive others of them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mdsim.inputs import InputText, tables_of

Tables = dict[str, Any]


def tables_for(text: InputText, overrides: Sequence[str], folder: Path) -> Tables:
    """The tables of an input, with keys replaced (`section.key=value`), for an input that lies in another folder.

    Raises ValueError.
    """
    try:
        tables = tables_of(text)
    except ValueError as error:
        raise ValueError(f"{text.source}: {error}") from error
    for word in overrides:
        override(tables, word)
    _move_files(tables, text.source.resolve().parent, folder)
    return tables


def override(tables: Tables, word: str) -> None:
    """Replaces a key, as `--set` of the program does: entries of lists go by number or name. Raises ValueError."""
    key, equals, value = word.partition("=")
    parts = key.split(".")
    if not equals or not all(parts):
        raise ValueError(f"--set: found {word!r}; it must be section.key=value")
    place: Any = tables
    for part in parts[:-1]:
        place = _entry(place, part, word)
    if isinstance(place, list):
        place[_number_of(place, parts[-1], word)] = _value(value)
    else:
        place[parts[-1]] = _value(value)


def _move_files(tables: Tables, source: Path, folder: Path) -> None:
    """Names of files as they are seen from another folder."""

    def moved(path: str) -> str:
        return os.path.relpath(source / path, folder.resolve())

    structure = tables.get("system", {}).get("file", {})
    if "path" in structure:
        structure["path"] = moved(structure["path"])
    for potential in tables.get("pair", {}).get("potential", []):
        if "file" in potential:
            potential["file"] = moved(potential["file"])
    for functional in tables.get("many_body", []):
        if "files" in functional:
            functional["files"] = [moved(path) for path in functional["files"]]


def _entry(place: Any, part: str, word: str) -> Any:
    if isinstance(place, list):
        return place[_number_of(place, part, word)]
    if not isinstance(place, dict):
        raise ValueError(f"--set {word}: {part!r} is no section of the input")
    return place.setdefault(part, {})


def _number_of(entries: list[Any], part: str, word: str) -> int:
    for number, entry in enumerate(entries):
        if part == str(number) or (isinstance(entry, dict) and entry.get("name") == part):
            return number
    raise ValueError(f"--set {word}: the input has no entry {part!r} there")


def _value(text: str) -> Any:
    """As TOML has it, or a text where it is none: `cuda`."""
    try:
        return tables_of(InputText(f"x = {text}", Path()))["x"]
    except ValueError:
        return text
