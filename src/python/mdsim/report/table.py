# SPDX-License-Identifier: BSD-3-Clause
"""Tables of a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class TextTable:
    """A table; the first cell of each row is its heading."""

    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: frozenset[int] = field(default_factory=frozenset)
    """the columns that hold numbers, which stand at the right"""


def table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> TextTable:
    """A table; `numbers` are the columns that hold numbers."""
    return TextTable(caption, heads, rows, frozenset(numbers))
