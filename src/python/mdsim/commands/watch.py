# SPDX-License-Identifier: BSD-3-Clause
"""`mdsim watch OUT`: how a run stands, in a terminal, until it ends."""

from __future__ import annotations

import argparse
import io
import sys
import time
from typing import Any

from mdsim.commands.exit_codes import INTERRUPTED
from mdsim.results import Results, open_run

SHORTEST, LONGEST = 0.1, 86400.0
"""between two looks [s]"""

TRIES = 5
"""so many looks in a row that fail end the command"""


def add_to(commands: Any) -> None:
    """Adds the command to the parser."""
    words = "show how a run stands, until it ends: steps, speed, time left, energies, warnings"
    parser = commands.add_parser("watch", help=words, description=words)
    parser.add_argument("folder", metavar="OUT", help="output folder of the run, which may have ended")
    parser.add_argument("--every", metavar="SECONDS", type=_interval, default=1.0, help="between two looks (1)")
    parser.add_argument("--once", action="store_true", help="print it once and end, as without a terminal")
    parser.set_defaults(run=run)


def run(words: argparse.Namespace) -> None:
    """Shows the run once, or until it ends or Ctrl-C."""
    from mdsim.watch.screen import can_repaint
    from mdsim.watch.text import lines_of
    from mdsim.watch.view import look

    found = open_run(words.folder)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal may lack a letter
    if words.once or not can_repaint(sys.stdout):
        print("\n".join(lines_of(look(found))), flush=True)
        return
    try:
        _follow(found, words.every)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _follow(found: Results, every: float) -> None:
    """Paints the terminal until the run has ended."""
    from mdsim.watch.screen import Screen
    from mdsim.watch.text import lines_of
    from mdsim.watch.view import look

    screen, failures = Screen(sys.stdout), 0
    while True:
        try:
            view, failures = look(found), 0
        except OSError as error:  # a file system of other hosts may fail for a moment
            failures += 1
            if failures == TRIES or isinstance(error, FileNotFoundError):
                raise
        else:
            screen.paint(lines_of(view, screen.width))
            if view.standing.has_ended:
                return
        time.sleep(every)


def _interval(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not SHORTEST <= number <= LONGEST:
        raise argparse.ArgumentTypeError(f"found {text!r}; a number of seconds from {SHORTEST} to {LONGEST:.0f}")
    return number
