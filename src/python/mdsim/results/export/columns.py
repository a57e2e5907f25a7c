# SPDX-License-Identifier: BSD-3-Clause
"""What fits into the columns of a text, and what does not."""

from __future__ import annotations

import numpy as np

from mdsim.results.tables import Array


def expect_to_fit(values: Array, width: int, decimals: int, what: str) -> None:
    """Raises ValueError where a number needs more columns than there are."""
    size = 10.0 ** (width - decimals - 1) - 0.5 * 10.0**-decimals
    if values.size and not (values.max() < size and values.min() > -size / 10):
        worst = values.flat[np.argmax(np.maximum(values, -10 * values))]
        raise ValueError(f"{what} is {worst:g}, which does not fit into the {width} columns of the format")


def expect_short(names: list[str], most: int, file_format: str) -> None:
    """Raises ValueError where a name of a species is no word of at most so many letters."""
    for name in names:
        if not name.isascii() or not name.isprintable() or name.split() != [name]:
            raise ValueError(f"the species {name!r} has blanks or letters beyond ASCII in its name: {_ADVICE}")
        if len(name) > most:
            raise ValueError(f"the species {name!r} has more than the {most} letters of {file_format}: {_ADVICE}")


_ADVICE = 'give it another name, as in names={"A": "Ar"} or --names A=Ar'
