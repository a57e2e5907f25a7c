# SPDX-License-Identifier: BSD-3-Clause
"""Elastic constants from stresses at strains of either sign, also of a body under stress.

The Cauchy stress of a body that is under the stress s and is then strained by e, without rotation, is to first order

    stress_ij = s_ij + B_ijkl e_kl,
    B_ijkl = C_ijkl + 1/2 (s_ik d_jl + s_il d_jk + s_jk d_il + s_jl d_ik) - s_ij d_kl,

with C_ijkl = 1/V d2E / dn_ij dn_kl the second derivative of the energy by the Lagrangian strain n, and V the volume of
the body under s. It follows from stress = F S F^T / det F with F = 1 + e and S_ij = s_ij + C_ijkl e_kl.
T. H. K. Barron and M. L. Klein, Proc. Phys. Soc. 85, 523 (1965), doi:10.1088/0370-1328/85/3/313; D. C. Wallace,
Thermodynamics of Crystals (Wiley, New York 1972), section 2. Under a pressure P, where s = -P, these are
B_11 = C_11 - P, B_12 = C_12 + P and B_44 = C_44 - P of a cubic crystal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from mdsim.array_types import Reals
from mdsim.elastic.strains import ORDER, PAIRS, gradient, rotated_back, six

Strain = tuple[str, int]
"""a component and a sign"""


@dataclass(frozen=True)
class Constants:
    """6 x 6 matrices in the unit of the stress, by the order and the strains of `strains`."""

    stress_strain: Reals
    """B: how the Cauchy stress (row) changes with a strain (column); symmetric where s is a pressure alone"""
    energy: Reals
    """C: the second derivatives of the energy by the Lagrangian strain, symmetric"""
    asymmetry: float
    """the largest difference of two entries of C as they were found that must be the same; C has their mean"""
    bend: float
    """the largest part of a stress that does not change its sign with the strain, divided by the strain"""

    @property
    def stiffness(self) -> Reals:
        """The symmetric part of B: what averages and stability follow from."""
        found: Reals = (self.stress_strain + self.stress_strain.T) / 2
        return found

    @property
    def largest(self) -> float:
        """The largest entry of B, whatever its sign."""
        return float(np.abs(self.stress_strain).max())


def constants_from(stresses: Mapping[Strain, Reals], start: Reals, strain: float) -> Constants:
    """From the Cauchy stresses (3 x 3) of all components at `strain` of either sign, and that before.

    Terms of second order cancel in the difference of the two, those by which U - 1 of F = R U differs from e, too.
    """
    found = np.zeros((6, 6))
    bend = 0.0
    for column, component in enumerate(ORDER):
        up, down = (
            six(rotated_back(stresses[component, sign], gradient(component, sign * strain))) for sign in (1, -1)
        )
        found[:, column] = (up - down) / (2 * strain)
        bend = max(bend, float(np.abs(up + down - 2 * six(start)).max()) / (2 * strain))
    terms = stress_terms(start)
    energy = found - terms
    asymmetry = float(np.abs(energy - energy.T).max())
    energy = (energy + energy.T) / 2
    return Constants(energy + terms, energy, asymmetry, bend)


def stress_terms(stress: Reals) -> Reals:
    """B - C under a stress (3 x 3), as a 6 x 6 matrix."""
    one = np.eye(3)
    found = np.zeros((6, 6))
    for row, (i, j) in enumerate(PAIRS):
        for column, (k, m) in enumerate(PAIRS):
            turned = stress[i, k] * one[j, m] + stress[i, m] * one[j, k]
            turned += stress[j, k] * one[i, m] + stress[j, m] * one[i, k]
            found[row, column] = turned / 2 - stress[i, j] * one[k, m]
    return found
