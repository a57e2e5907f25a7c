# SPDX-License-Identifier: BSD-3-Clause
"""A terminal that is painted again and again."""

from __future__ import annotations

import os
from typing import TextIO

HOME, CLEAR_LINE, CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"
USUAL = (80, 24)
"""columns and rows of a terminal that does not say them"""


def can_repaint(file: TextIO) -> bool:
    """Whether what is written there is seen in a terminal that can move its cursor."""
    return file.isatty() and os.environ.get("TERM", "dumb") not in ("", "dumb")


class Screen:
    """Paints lines over those before them; the cursor stays below them and visible."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._is_new = True

    def size(self) -> tuple[int, int]:
        """Columns and rows, as they are now."""
        try:
            columns, rows = os.get_terminal_size(self._file.fileno())
        except OSError:
            return USUAL
        return (columns, rows) if columns > 0 and rows > 0 else USUAL

    @property
    def width(self) -> int:
        """The longest line; one that is as long as the terminal is wide would make some of them wrap."""
        return max(1, self.size()[0] - 1)

    def paint(self, lines: list[str]) -> None:
        """Shows the lines, or as many as there are rows for."""
        rows = self.size()[1]
        shown = fitting(lines, rows - 1)
        scrolled = "\n" * rows if self._is_new else ""  # what stood there stays above
        self._is_new = False
        self._file.write(scrolled + HOME + "".join(f"{line}{CLEAR_LINE}\n" for line in shown) + CLEAR_BELOW)
        self._file.flush()


def fitting(lines: list[str], most: int) -> list[str]:
    """The first lines, and how many more there are."""
    if len(lines) <= most:
        return lines
    kept = lines[: max(0, most - 1)]
    return [*kept, f"... {len(lines) - len(kept)} more lines"]
