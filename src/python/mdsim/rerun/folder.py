# SPDX-License-Identifier: BSD-3-Clause
"""The output folder of a rerun."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

FILES = ("input.toml", "thermo.csv", "trajectory.h5md", "rdf.csv", "differences.csv")
"""what a rerun may write"""
OF_RUNS = ("progress.json", "checkpoint.h5", "mdsim.log")
"""one of these is in the folder of every run"""


def expect_place(folder: Path, overwrite: bool, read: Sequence[Path]) -> None:
    """Raises ValueError where the folder holds something that must stay; `read` are files that are read.

    Raises FileNotFoundError where the folder would have no parent.
    """
    if not folder.resolve().parent.is_dir():
        raise FileNotFoundError(f"there is no folder {folder.parent} to write {folder.name} to")
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"{folder} is a file: name a folder by --output")
    if any((folder / name).exists() for name in OF_RUNS):
        raise ValueError(f"{folder} holds a run: choose another folder by --output")
    there = [folder / name for name in FILES if (folder / name).exists()]
    for path in there:
        if any(path.samefile(other) for other in read if other.exists()):
            raise ValueError(f"{path} is read, and would be replaced: choose another folder by --output")
    if there and not overwrite:
        raise ValueError(f"{folder} holds {there[0].name} already: choose another --output, or ask for --overwrite")


def begin(folder: Path) -> None:
    """Makes the folder; what an earlier rerun wrote there is gone."""
    folder.mkdir(exist_ok=True)
    for name in FILES:
        (folder / name).unlink(missing_ok=True)
