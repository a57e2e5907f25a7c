# SPDX-License-Identifier: BSD-3-Clause
"""Energies of crystals as sums over a lattice, and their second derivatives by strain: no part of mdsim is used."""

import itertools

import numpy as np

GPA = 160.2176634
"""in one eV per cubic Angstrom"""
PAIRS = ((0, 0), (1, 1), (2, 2), (1, 2), (0, 2), (0, 1))
FCC = np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0]]) / 2


def lennard_jones(r, cutoff):
    """Cut, and shifted so that energy and force are 0 at the cutoff."""

    def energy(r):
        return 4 * (r**-12 - r**-6)

    slope = 24 * (-2 * cutoff**-13 + cutoff**-7)
    return np.where(r < cutoff, energy(r) - energy(cutoff) - slope * (r - cutoff), 0)


class LennardJonesCrystal:
    """One atom a cell, so that nothing relaxes. `cell` holds the primitive edges as rows."""

    internal = 0

    def __init__(self, cell, cutoff):
        self.volume = abs(np.linalg.det(cell))
        self._cutoff = cutoff
        steps = np.array(list(itertools.product(range(-5, 6), repeat=3)))
        sites = steps @ cell
        self._sites = sites[(np.linalg.norm(sites, axis=1) < 1.4 * cutoff) & steps.any(axis=1)]

    def energy(self, gradient, _inside=()):
        """Of an atom."""
        r = np.linalg.norm(self._sites @ gradient.T, axis=1)
        return lennard_jones(r, self._cutoff).sum() / 2


class StillingerWeberSilicon:
    """Two atoms a cell, the second of which moves. F. H. Stillinger and T. A. Weber, Phys. Rev. B 31, 5262 (1985)."""

    internal = 3
    epsilon, sigma, a, strength, gamma, big_a, big_b = 2.1683, 2.0951, 1.8, 21.0, 1.2, 7.049556277, 0.6022245584

    def __init__(self, constant):
        self.volume = constant**3 / 4
        self._cell = FCC * constant
        self._other = np.full(3, constant / 4)

    def energy(self, gradient, inside=(0, 0, 0)):
        """Of both atoms [eV], the second one moved by `inside` [Angstrom]."""
        apart = gradient @ self._other + np.asarray(inside)
        return self._of_atom(gradient, apart) + self._of_atom(gradient, -apart)

    def _of_atom(self, gradient, apart):
        """Half of its bonds and all its angles."""
        lattice = np.array(list(itertools.product(range(-2, 3), repeat=3))) @ self._cell @ gradient.T
        bonds = np.concatenate([lattice[np.abs(lattice).any(axis=1)], lattice + apart])
        r = np.linalg.norm(bonds, axis=1) / self.sigma
        bonds, r = bonds[r < self.a - 1e-9], r[r < self.a - 1e-9]
        pairs = self.big_a * (self.big_b * r**-4 - 1) * np.exp(1 / (r - self.a))
        reach = np.exp(self.gamma / (r - self.a))
        found = pairs.sum() / 2
        for j, k in itertools.combinations(range(len(r)), 2):
            cosine = bonds[j] @ bonds[k] / (r[j] * r[k] * self.sigma**2)
            found += self.strength * (cosine + 1 / 3) ** 2 * reach[j] * reach[k]
        return self.epsilon * found


def strained(numbers):
    """The symmetric F whose Lagrangian strain has these six numbers, shears as engineering shears."""
    strain = np.zeros((3, 3))
    for (i, j), number in zip(PAIRS, numbers):
        strain[i, j] = strain[j, i] = number if i == j else number / 2
    values, vectors = np.linalg.eigh(np.eye(3) + 2 * strain)
    return (vectors * np.sqrt(values)) @ vectors.T


def slopes(crystal, step=1e-4):
    """The stress [energy / volume], positive in tension, by first differences of the energy."""

    def energy(place, size):
        numbers = np.zeros(6)
        numbers[place] = size
        return crystal.energy(strained(numbers))

    return np.array([energy(k, step) - energy(k, -step) for k in range(6)]) / (2 * step * crystal.volume)


def second_derivatives(crystal, *, relaxed):
    """C [energy / volume] by the Lagrangian strain, by second differences; relaxed: at no force on the inner atom."""
    size = 6 + crystal.internal
    fine, coarse = (_hessian(crystal, size, step) for step in (1e-3, 2e-3))
    found = (4 * fine - coarse) / 3
    c = found[:6, :6]
    if relaxed and crystal.internal:
        c = c - found[:6, 6:] @ np.linalg.solve(found[6:, 6:], found[6:, :6])
    return c / crystal.volume


def _hessian(crystal, size, step):
    def energy(*moves):
        numbers = np.zeros(size)
        for place, sign in moves:
            numbers[place] += sign * step
        gradient = strained(numbers[:6])
        return crystal.energy(gradient, gradient @ numbers[6:]) if crystal.internal else crystal.energy(gradient)

    found = np.empty((size, size))
    for i in range(size):
        for j in range(i + 1):
            signs = ((1, 1), (1, -1), (-1, 1), (-1, -1))
            total = sum(a * b * energy((i, a), (j, b)) for a, b in signs)
            found[i, j] = found[j, i] = total / (4 * step**2)
    return found
