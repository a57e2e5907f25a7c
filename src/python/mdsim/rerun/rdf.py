# SPDX-License-Identifier: BSD-3-Clause
"""The radial distribution function over frames, as a run averages it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from mdsim.rerun.columns import titled
from mdsim.results.tables import Array


class RdfMean:
    """Averages g(r) of single frames.

    Of boxes that change, a run adds numbers of pairs and divides by those of an ideal gas at the mean density. So a
    frame counts as much as its density says.
    """

    def __init__(self) -> None:
        self._r: Array = np.empty(0)
        self._sums: dict[str, Array] = {}
        self._densities = 0.0

    def add(self, columns: dict[str, Array], density: float) -> None:
        """The columns of rdf.csv of one frame, and its density [1 / length^3]."""
        self._r = columns["r"]
        for name, g in columns.items():
            if name != "r" and not name.endswith("_error"):
                self._sums[name] = self._sums.get(name, 0.0) + density * g
        self._densities += density

    def write(self, path: Path, length: str) -> None:
        """Writes rdf.csv; `length` is the name of the unit, or empty."""
        means = [values / self._densities for values in self._sums.values()]
        lines = [",".join([titled("r", length), *self._sums])]
        lines += [",".join(f"{number:.8g}" for number in row) for row in zip(self._r, *means)]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
