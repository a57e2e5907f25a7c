# SPDX-License-Identifier: BSD-3-Clause
"""`mdsim convert OUT FILE`: writes frames in the format of another program."""

from __future__ import annotations

import argparse
from typing import Any

from mdsim.commands.frames import frames_slice
from mdsim.results import open_run
from mdsim.results.export import FORMATS


def add_to(commands: Any) -> None:
    """Adds the command to the parser."""
    endings = ", ".join(ending for found in FORMATS.values() for ending in found.endings)
    words = "write frames of a run as XTC, TRR, DCD, GRO, PDB or LAMMPS data"
    parser = commands.add_parser("convert", help=words, description=words)
    parser.add_argument("folder", metavar="OUT", help="output folder of the run, which may still go on")
    parser.add_argument("file", metavar="FILE", help=f"file to write; its ending says the format: {endings}")
    parser.add_argument("--format", choices=tuple(FORMATS), help="the format, whatever the ending is")
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument(
        "--frames", metavar="A:B:C", type=frames_slice, help="from A, before B, each C-th; as in --frames=-10:"
    )
    chosen.add_argument("--frame", metavar="N", type=_place, help="a single frame, from 0, or `last`")
    parser.add_argument("--names", metavar="A=Ar,B=Kr", type=_names, default={}, help="other names of species")
    parser.add_argument("--unwrap", action="store_true", help="follow atoms out of the box, by their images")
    parser.add_argument(
        "--scale",
        metavar=("ANGSTROM", "PS"),
        nargs=2,
        type=float,
        help="of a run in lj: how many Angstrom its unit of length is, and how many ps that of time",
    )
    parser.add_argument("--overwrite", action="store_true", help="replace a file that is there already")
    parser.set_defaults(run=run)


def run(words: argparse.Namespace) -> None:
    """Writes the file, and says what is in it."""
    trajectory = open_run(words.folder).trajectory
    frames: int | slice | None = words.frames if words.frame is None else words.frame
    written = trajectory.export(
        words.file,
        format=words.format,
        frames=frames,
        names=words.names,
        unwrap=words.unwrap,
        scale=None if words.scale is None else (words.scale[0], words.scale[1]),
        overwrite=words.overwrite,
    )
    print(_units_text(written.units))
    print(f"{written.frames} of {len(trajectory)} frames, {trajectory.atoms} atoms each, are in {written.path}")


def _units_text(units: str) -> str:
    if units == "lj":
        return "numbers are in the reduced units of the run"
    if units == "":
        return "the run has reduced units: a reader takes one unit of length for an Angstrom (see --scale)"
    return f"numbers were converted to {units if ' ' in units else f'the units {units} of LAMMPS'}"


def _place(text: str) -> int:
    if text == "last":
        return -1
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"found {text!r}; allowed: the number of a frame, or `last`") from None


def _names(text: str) -> dict[str, str]:
    pairs = [pair.split("=") for pair in text.split(",")]
    if not all(len(pair) == 2 and all(pair) for pair in pairs):
        raise argparse.ArgumentTypeError(f"found {text!r}; allowed: SPECIES=NAME, as in A=Ar,B=Kr")
    return {species: name for species, name in pairs}
