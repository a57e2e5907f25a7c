# SPDX-License-Identifier: BSD-3-Clause
"""What elastic constants say of a body of many crystals, and of its stability."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mdsim.array_types import Reals

CUBIC_WITHIN = 0.01
"""of the largest constant: how far a matrix may be from that of a cubic crystal with edges along x, y and z"""


@dataclass(frozen=True)
class Modulus:
    """Averages over all directions of crystals: of the stiffness, of the compliance, and the mean of both.

    Voigt (1889) and Reuss (1929) are bounds; R. Hill, Proc. Phys. Soc. A 65, 349 (1952),
    doi:10.1088/0370-1298/65/5/307. Those of the compliance are none where the crystal is not stable.
    """

    voigt: float
    reuss: float | None

    @property
    def hill(self) -> float | None:
        """The mean of both bounds."""
        return None if self.reuss is None else (self.voigt + self.reuss) / 2


@dataclass(frozen=True)
class Moduli:
    """In the unit of the stiffness."""

    bulk: Modulus
    shear: Modulus
    eigenvalues: tuple[float, ...]
    """of the stiffness, falling; of a cubic crystal B_11 + 2 B_12, B_11 - B_12 (twice) and B_44 (three times)"""
    zener: float | None
    """2 B_44 / (B_11 - B_12); none where the crystal is not cubic along x, y and z"""

    @property
    def stable(self) -> bool:
        """Whether every small strain costs energy: no eigenvalue is 0 or below."""
        return min(self.eigenvalues) > 0

    @property
    def young(self) -> float | None:
        """Young's modulus, from the means of Hill."""
        bulk, shear = self.bulk.hill, self.shear.hill
        return None if bulk is None or shear is None else 9 * bulk * shear / (3 * bulk + shear)

    @property
    def poisson(self) -> float | None:
        """Poisson's ratio, from the means of Hill."""
        bulk, shear = self.bulk.hill, self.shear.hill
        return None if bulk is None or shear is None else (3 * bulk - 2 * shear) / (6 * bulk + 2 * shear)

    @property
    def universal(self) -> float | None:
        """The universal anisotropy, 0 of an isotropic body.

        S. I. Ranganathan and M. Ostoja-Starzewski, Phys. Rev. Lett. 101, 055504 (2008),
        doi:10.1103/PhysRevLett.101.055504.
        """
        if self.bulk.reuss is None or self.shear.reuss is None:
            return None
        return 5 * self.shear.voigt / self.shear.reuss + self.bulk.voigt / self.bulk.reuss - 6


def moduli_of(stiffness: Reals) -> Moduli:
    """Of a symmetric 6 x 6 matrix."""
    eigenvalues = tuple(float(x) for x in sorted(np.linalg.eigvalsh(stiffness), reverse=True))
    bulk, shear = _of_stiffness(stiffness)
    bulk_reuss, shear_reuss = None, None
    if eigenvalues[-1] > 0:
        bulk_reuss, shear_reuss = _of_compliance(np.linalg.inv(stiffness))
    return Moduli(Modulus(bulk, bulk_reuss), Modulus(shear, shear_reuss), eigenvalues, zener_of(stiffness))


def cubic_part(stiffness: Reals) -> Reals:
    """The nearest matrix of a cubic crystal with its edges along x, y and z."""
    c11, c44 = np.diag(stiffness)[:3].mean(), np.diag(stiffness)[3:].mean()
    c12 = (stiffness[0, 1] + stiffness[0, 2] + stiffness[1, 2]) / 3
    found = np.diag([c11 - c12] * 3 + [c44] * 3)
    found[:3, :3] += c12
    return found


def zener_of(stiffness: Reals) -> float | None:
    """C. M. Zener, Elasticity and Anelasticity of Metals (Chicago 1948); none where the matrix is not cubic."""
    cubic = cubic_part(stiffness)
    if np.abs(stiffness - cubic).max() > CUBIC_WITHIN * np.abs(stiffness).max() or cubic[0, 0] <= cubic[0, 1]:
        return None
    return float(2 * cubic[3, 3] / (cubic[0, 0] - cubic[0, 1]))


def _of_stiffness(c: Reals) -> tuple[float, float]:
    along, across, shears = _sums(c)
    return float((along + 2 * across) / 9), float((along - across + 3 * shears) / 15)


def _of_compliance(s: Reals) -> tuple[float, float]:
    along, across, shears = _sums(s)
    return float(1 / (along + 2 * across)), float(15 / (4 * along - 4 * across + 3 * shears))


def _sums(m: Reals) -> tuple[float, float, float]:
    """Of the first three entries of the diagonal, those between them, and the last three."""
    return np.diag(m)[:3].sum(), m[0, 1] + m[0, 2] + m[1, 2], np.diag(m)[3:].sum()
