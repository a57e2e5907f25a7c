# SPDX-License-Identifier: BSD-3-Clause
"""What is found, beside what was expected."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass
class Check:
    """One comparison; the tolerance includes the statistical error of the run, if it has one."""

    case: str
    precision: str
    quantity: str
    reference: float
    found: float
    tolerance: float
    error: float = 0.0
    """standard error of `found`"""

    @property
    def passed(self) -> bool:
        """Whether it was found as it is expected."""
        return math.isfinite(self.found) and abs(self.found - self.reference) <= self.tolerance

    def as_dict(self) -> dict[str, Any]:
        """As it is written to JSON."""
        return {**self.__dict__, "verdict": "pass" if self.passed else "FAIL"}


def worst(
    case: str, precision: str, quantity: str, reference: Sequence[float], found: Sequence[float], tolerance: float
) -> Check:
    """The check of the pair of numbers that are furthest apart."""
    far = max(range(len(reference)), key=lambda i: abs(found[i] - reference[i]))
    return Check(case, precision, quantity, reference[far], found[far], tolerance)


def read_rows(path: Path) -> list[list[float]]:
    """The numbers behind the index of each line of a reference file."""
    with open(path, encoding="utf-8") as file:
        return [
            [float(word) for word in line.split()[1:]] for line in file if line.strip() and not line.startswith("#")
        ]
