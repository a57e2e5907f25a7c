// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/error.hpp"
#include "core/ids.hpp"
#include "input/structure/orientation.hpp"

namespace mdsim {

/// A crystal whose conventional cell is to be cut along other directions.
struct OrientedCrystal {
    Lattice lattice = Lattice::fcc;
    std::vector<TypeId> holds; ///< of each site of the conventional cell: equal ones are alike
    Orientation orientation;   ///< `orientation_faults` are none
};

/// The sites that an oriented cell may have; those of [41, 42, -83] and the like of fcc fit.
inline constexpr std::int64_t most_oriented_sites = 65536;

/// The sites of the smallest cell along the directions, with which the crystal repeats.
std::int64_t oriented_sites(const OrientedCrystal& crystal);

/// This cell. Its edges are the shortest steps along the directions that carry every site to one
/// that holds the same. Which sites it has, each once, is decided in whole numbers. There are at
/// most `most_oriented_sites`.
UnitCell oriented_cell(const OrientedCrystal& crystal);

} // namespace mdsim
