# SPDX-License-Identifier: BSD-3-Clause
"""Inputs as a script has them: a file, text, or tables of Python."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

import tomli_w

from mdsim.errors import InputError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Input = Union[str, "os.PathLike[str]", Mapping[str, Any]]


@dataclass(frozen=True)
class InputText:
    """An input as TOML, and the file that it stands for: paths in it start at the folder of that file."""

    text: str
    source: Path


def read_input(given: Input) -> InputText:
    """The text of a file whose path is given, or of tables (nested dictionaries and lists).

    A text itself is taken where it has several lines. Raises FileNotFoundError.
    """
    if isinstance(given, Mapping):
        return InputText(tomli_w.dumps(_plain(given)), Path.cwd() / "script.toml")
    if isinstance(given, str) and "\n" in given:
        return InputText(given, Path.cwd() / "script.toml")
    if not isinstance(given, (str, os.PathLike)):
        raise TypeError(f"the input must be a path, a text or tables, found {type(given).__name__}")
    path = Path(given)
    if not path.is_file():
        raise FileNotFoundError(f"there is no input file {path}")
    return InputText(path.read_text(encoding="utf-8"), path)


def tables_of(text: InputText) -> dict[str, Any]:
    """The sections and keys of an input; raises ValueError where it is no TOML."""
    return tomllib.loads(text.text)


def sections_of(text: InputText) -> dict[str, Any]:
    """The same; raises InputError, as a run does."""
    try:
        return tables_of(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{text.source}: {error}") from error


def override_words(overrides: Mapping[str, Any] | None) -> list[str]:
    """Overrides {"stage.0.steps": 100} as the command line has them."""
    if overrides is not None and not isinstance(overrides, Mapping):
        raise TypeError('overrides must be tables, as {"stage.0.steps": 100}, found ' + type(overrides).__name__)
    for key, value in (overrides or {}).items():
        if value is None:
            raise ValueError(f"overrides: {key} has no value")
    return [f"{key}={_toml_value(value)}" for key, value in (overrides or {}).items()]


def _toml_value(value: object) -> str:
    line: str = tomli_w.dumps({"x": _plain(value)})
    return line[len("x = ") :].strip()


def _plain(value: Any) -> Any:
    """Without NumPy's numbers and arrays, paths and tuples, none of which TOML knows."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items() if item is not None}
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


def with_start(text: InputText, path: Path, names: list[str]) -> InputText:
    """The same input with a start file in place of its section [system]."""
    tables = sections_of(text)
    tables["system"] = {"file": {"path": str(path), "format": "h5md", "types": names}}
    return InputText(tomli_w.dumps(tables), text.source)
