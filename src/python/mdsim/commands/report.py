# SPDX-License-Identifier: BSD-3-Clause
"""`mdsim report OUT`: writes a page about a run."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from mdsim.commands.targets import named_after, replace
from mdsim.results import open_run

ENDINGS = (".html", ".htm")


def add_to(commands: Any) -> None:
    """Adds the command to the parser."""
    words = "write one self-contained HTML page about a run: what was asked for, what happened, what came out"
    parser = commands.add_parser("report", help=words, description=words)
    parser.add_argument("folder", metavar="OUT", help="output folder of the run, which may still go on")
    parser.add_argument("-o", "--output", metavar="FILE.html", help="where to; if absent, OUT.html in this folder")
    parser.set_defaults(run=run)


def run(words: argparse.Namespace) -> None:
    """Writes the page."""
    from mdsim.report import render

    target = Path(words.output or named_after(words.folder, "html"))
    if target.suffix.lower() not in ENDINGS:
        raise ValueError(f"{target} does not end in .html, as a page should")
    replace(target, render(open_run(words.folder)).encode("utf-8", errors="replace"))
