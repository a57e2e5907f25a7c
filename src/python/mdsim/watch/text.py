# SPDX-License-Identifier: BSD-3-Clause
"""A view as lines of plain text."""

from __future__ import annotations

import textwrap

from mdsim.watch.facts import Fact
from mdsim.watch.view import View

LABEL = 18
"""columns of the names of facts"""
WIDEST_BAR = 50
MOST_WARNINGS = 5
"""so many of the newest are shown"""


def lines_of(view: View, width: int | None = None) -> list[str]:
    """The lines, which are not longer than `width`."""
    found = [f"{view.folder}: {view.standing.heading}", *view.standing.remarks, bar(view.fraction, width), ""]
    found += [fact_line(fact) for fact in view.facts]
    found += ["", view.thermo, *(fact_line(fact) for fact in view.newest)]
    found += _warning_lines(view.warnings)
    return [part for line in found for part in wrapped(printable(line), width)]


def bar(fraction: float, width: int | None) -> str:
    """`[#####     ]  50.0 %`."""
    length = WIDEST_BAR if width is None else max(1, min(WIDEST_BAR, width - 10))
    done = int(fraction * length)
    return f"[{'#' * done}{' ' * (length - done)}] {100 * fraction:.1f} %"


def fact_line(fact: Fact) -> str:
    """A name and a text."""
    return f"  {fact[0]:<{LABEL}}{fact[1]}"


def _warning_lines(warnings: list[str]) -> list[str]:
    if not warnings:
        return []
    left_out = len(warnings) - MOST_WARNINGS
    head = f"warnings, the last {MOST_WARNINGS} of {len(warnings)}" if left_out > 0 else "warnings"
    return ["", head, *(f"  {warning}" for warning in warnings[-MOST_WARNINGS:])]


def printable(line: str) -> str:
    """Without characters that would steer a terminal."""
    return "".join(character if character.isprintable() else "?" for character in line)


def wrapped(line: str, width: int | None) -> list[str]:
    """A line in pieces that fit, of which the second and later ones stand further in."""
    if width is None or len(line) <= width:
        return [line]
    further = len(line) - len(line.lstrip()) + 2
    return textwrap.wrap(line, width, subsequent_indent=" " * min(further, width // 2), break_on_hyphens=False)
