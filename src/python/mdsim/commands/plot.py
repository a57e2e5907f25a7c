# SPDX-License-Identifier: BSD-3-Clause
"""`mdsim plot OUT NAME`: draws single curves."""

from __future__ import annotations

import argparse
import io
from pathlib import Path
from typing import Any

from mdsim.commands.targets import named_after, replace
from mdsim.results import Results, open_run
from mdsim.results.plots import names_to_plot

FORMATS = ("png", "svg", "pdf")
WIDTH, HEIGHT = 6.4, 3.6
"""of a curve [inches]"""
RESOLUTION = 150
"""[dots per inch]"""


def add_to(commands: Any) -> None:
    """Adds the command to the parser."""
    words = "draw columns of thermo and observables of a run"
    parser = commands.add_parser("plot", help=words, description=words)
    parser.add_argument("folder", metavar="OUT", help="output folder of the run, which may still go on")
    parser.add_argument("names", metavar="NAME", nargs="*", help="what to draw, such as temperature or rdf")
    parser.add_argument("-o", "--output", metavar="FILE", help=f"where to; its ending is one of {', '.join(FORMATS)}")
    parser.add_argument("--list", action="store_true", help="name what can be drawn, and draw nothing")
    parser.set_defaults(run=run)


def run(words: argparse.Namespace) -> None:
    """Draws the curves, below each other in one picture."""
    found = open_run(words.folder)
    if words.list:
        print("\n".join(names_to_plot(found)))
        return
    if not words.names:
        raise ValueError(f"name what to draw: {_choice(found)}")
    for name in words.names:
        if name not in names_to_plot(found):
            raise ValueError(f"there is no {name!r} to draw; there are: {_choice(found)}")
    target = Path(words.output or named_after(words.folder, f"{'-'.join(words.names)}.png"))
    replace(target, picture(found, words.names, _format_of(target)))


def _choice(run: Results) -> str:
    return ", ".join(names_to_plot(run)) or "none yet"


def _format_of(target: Path) -> str:
    ending = target.suffix.lower().lstrip(".")
    if ending not in FORMATS:
        raise ValueError(f"{target} should end in one of: {', '.join(FORMATS)}")
    return ending


def picture(run: Results, names: list[str], file_format: str) -> bytes:
    """The file with the curves, below each other."""
    from mdsim.report.packages import need
    from mdsim.report.thinning import thin_lines

    figure = need("matplotlib.figure").Figure(figsize=(WIDTH, HEIGHT * len(names)), layout="constrained")
    for axes, name in zip(figure.subplots(len(names), squeeze=False).flat, names):
        run.plot(name, ax=axes)
        thin_lines(axes)
    figure.suptitle(run.folder.resolve().name, parse_math=False)
    content = io.BytesIO()
    figure.savefig(content, format=file_format, dpi=RESOLUTION)
    return content.getvalue()
