// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "surroundings/neighbor.hpp"

namespace mdsim {

/// What kind of crystal an atom is in, by its neighbours; files hold these numbers, as OVITO has
/// them.
enum class CrystalKind : std::int32_t { other = 0, fcc = 1, hcp = 2, bcc = 3, icosahedral = 4 };

/// The names of the kinds, by their numbers.
inline constexpr std::array<const char*, 5> crystal_kinds{"other", "fcc", "hcp", "bcc",
                                                          "icosahedral"};

/// The neighbours that the adaptive analysis looks at.
inline constexpr std::size_t adaptive_neighbors = 14;

/// The kind of an atom whose neighbours are all that are nearer than `cutoff` [length], and bonded
/// to each other where they are nearer than that.
///
/// Common-neighbour analysis (J. D. Honeycutt and H. C. Andersen, J. Phys. Chem. 91, 4950, 1987),
/// with the signatures of D. Faken and H. Jonsson, Comput. Mater. Sci. 2, 279 (1994): 12 x 421 is
/// fcc, 6 x 421 and 6 x 422 hcp, 6 x 444 and 8 x 666 bcc, 12 x 555 icosahedral.
CrystalKind kind_by_cutoff(std::span<const Neighbor> neighbors, double cutoff);

/// The same by the nearest neighbours, nearest first, with a cutoff of the atom's own.
///
/// The adaptive analysis (A. Stukowski, Modelling Simul. Mater. Sci. Eng. 20, 045021, 2012). Twelve
/// neighbours are tried as fcc, hcp and icosahedral, with (1 + sqrt 2) / 2 of their mean distance
/// as the cutoff; then fourteen as bcc, with the same part of the mean lattice constant, for which
/// the nearest eight stand by 2 / sqrt 3 of their distances. An atom with fewer is of no kind.
CrystalKind kind_by_nearest(std::span<const Neighbor> nearest);

} // namespace mdsim
