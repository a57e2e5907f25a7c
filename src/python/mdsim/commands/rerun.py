# SPDX-License-Identifier: BSD-3-Clause
"""`mdsim rerun OUT`: energies, forces and observables of stored frames, by their own or other potentials."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from mdsim.commands.exit_codes import INTERRUPTED
from mdsim.commands.frames import frames_slice

FIELDS = ("force", "potential_energy", "virial")


def add_to(commands: Any) -> None:
    """Adds the command to the parser."""
    words = "compute energies, pressure and forces of stored frames, by their own or other potentials"
    parser = commands.add_parser("rerun", help=words, description=words, allow_abbrev=False)
    parser.add_argument("source", metavar="OUT", type=Path, help="output folder of a run, or a trajectory.h5md")
    parser.add_argument("input", metavar="INPUT.toml", type=Path, nargs="?", help="of the potentials (that of the run)")
    parser.add_argument(
        "--frames", metavar="A:B:C", type=frames_slice, default=slice(None), help="from A, before B, each C-th (all)"
    )
    parser.add_argument(
        "--fields", metavar="F,G", type=_fields, default=(), help=f"numbers of each atom to write: {', '.join(FIELDS)}"
    )
    parser.add_argument("--rdf", action="store_true", help="g(r) over the frames, as the section [rdf] says")
    parser.add_argument("--compare", action="store_true", help="show differences from what the frames hold")
    parser.add_argument("--precision", choices=("mixed", "double"), help="in which to compute (that of the input)")
    parser.add_argument("--set", metavar="KEY=VALUE", action="append", default=[], help="replace a key of the input")
    parser.add_argument("--output", metavar="FOLDER", type=Path, help="where to (name of OUT with .rerun, here)")
    parser.add_argument("--overwrite", action="store_true", help="replace an earlier rerun there")
    parser.set_defaults(run=run)


def run(words: argparse.Namespace) -> None:
    """Computes the frames, and says what was written."""
    from mdsim.rerun.comparison import table
    from mdsim.rerun.work import Order, rerun

    order = Order(
        source=words.source,
        output=words.output,
        input=words.input,
        overrides=tuple(words.set),
        frames=words.frames,
        fields=words.fields,
        rdf=words.rdf,
        compare=words.compare,
        precision=words.precision,
        overwrite=words.overwrite,
    )
    try:
        done = rerun(order, progress)
    except KeyboardInterrupt:
        progress("stopped; the rows and frames that were written are whole")
        sys.exit(INTERRUPTED)
    if done.differences:
        print(table(done.differences))
    rate = done.frames / max(done.seconds, 1e-9)
    print(f"{done.frames:,} frames of {done.atoms:,} atoms in {done.seconds:.3g} s, {rate:.3g} frames/s")
    print("\n".join(str(done.folder / name) for name in done.files))


def progress(text: str) -> None:
    """Says what is being done."""
    print(f"mdsim: rerun: {text}", file=sys.stderr, flush=True)


def _fields(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(text.split(",")))
    for name in names:
        if name not in FIELDS:
            raise argparse.ArgumentTypeError(f"found {name!r}; allowed: {', '.join(FIELDS)}, with commas between them")
    return names
