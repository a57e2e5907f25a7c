# SPDX-License-Identifier: BSD-3-Clause
"""Small strains of a box, and symmetric matrices as six numbers (Voigt).

Six numbers are in the order xx, yy, zz, yz, xz, xy. Shears of a strain are engineering shears, twice the entry of the
matrix; those of a stress are its entries. A stress is positive in tension: minus the pressure tensor.
"""

from __future__ import annotations

import numpy as np

from mdsim.array_types import Reals

ORDER = ("xx", "yy", "zz", "yz", "xz", "xy")
PAIRS = tuple(("xyz".index(name[0]), "xyz".index(name[1])) for name in ORDER)
"""row and column of each of the six"""


def six(matrix: Reals) -> Reals:
    """The six numbers of a symmetric matrix."""
    return np.array([matrix[i, j] for i, j in PAIRS])


def matrix_of(numbers: Reals) -> Reals:
    """The symmetric matrix of six numbers, those of a stress."""
    matrix = np.zeros((3, 3))
    for (i, j), number in zip(PAIRS, numbers):
        matrix[i, j] = matrix[j, i] = number
    return matrix


def gradient(component: str, strain: float) -> Reals:
    """F of r' = F r, as `[[stage.deform]]` deforms a box: a length, or a shear that moves atoms along the first axis.

    A shear is a symmetric strain with the engineering shear `strain`, and a rotation.
    """
    found = np.eye(3)
    i, j = PAIRS[ORDER.index(component)]
    found[i, j] += strain
    return found


def rotation_of(deformation: Reals) -> Reals:
    """R of the polar decomposition F = R U, with U symmetric and positive."""
    left, _, right = np.linalg.svd(deformation)
    found: Reals = left @ right
    return found


def rotated_back(stress: Reals, deformation: Reals) -> Reals:
    """A Cauchy stress as it is seen by who turns with the material: R^T stress R.

    Where there is stress before the strain, a rotation turns it with the atoms, which is no answer to a strain.
    """
    rotation = rotation_of(deformation)
    found: Reals = rotation.T @ stress @ rotation
    return found
