// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>

#include "surroundings/neighbor.hpp"

namespace mdsim {

/// The most neighbours that a centro-symmetry parameter takes.
inline constexpr std::size_t most_centro_neighbors = 32;

/// How far the nearest neighbours of an atom, an even number N, are from lying in opposite pairs
/// [length^2]: the sum of the N / 2 smallest of |r_i + r_j|^2 over all N (N - 1) / 2 pairs.
///
/// C. L. Kelchner, S. J. Plimpton and J. C. Hamilton, Phys. Rev. B 58, 11085 (1998), with the pairs
/// as LAMMPS chooses them: an atom may be in several.
double centro_symmetry(std::span<const Neighbor> nearest);

} // namespace mdsim
