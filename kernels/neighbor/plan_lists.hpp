// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/neighbor/list_source.hpp"

namespace mdsim {

/// The settings of lists that follow from the system alone, so that every rank and run has the
/// same.
struct ListPlan {
    TileShape shape;
    std::uint32_t window = 0;
    std::uint32_t neighbors = 0; ///< room for those of one atom in a window and part
    double slots = 0;            ///< expected for each atom
    double chunks = 0;           ///< of a whole warp, expected for each atom
};

/// Lists in a liquid where atoms have so many neighbours within range.
ListPlan plan_lists(const TileShape& shape, double neighbors, double atoms_of_cell);

/// What shared memory a block of the builder may take, and what it takes it for.
struct BuilderSpace {
    std::size_t bytes;
    std::uint32_t potentials;
    std::uint32_t types;
};

/// The same with tiles of fewer atoms where shared memory is short, and windows so narrow that an
/// atom of the smallest tiles has room for all slots as neighbours: so tiles can always be made
/// small enough.
ListPlan plan_within(const BuilderSpace& space, TileShape shape, double neighbors,
                     double atoms_of_cell);

/// The most for which there can be room in shared memory, each if it were alone.
struct MostShared {
    std::uint32_t neighbors = 0; ///< of one atom in a window and part
    std::uint32_t groups = 0;    ///< near a tile
};
MostShared most_shared(const BuilderSpace& space, const ListPlan& plan);

/// Capacities in shared memory with which lists begin.
ListCapacity first_shared_capacity(const ListPlan& plan);

} // namespace mdsim
