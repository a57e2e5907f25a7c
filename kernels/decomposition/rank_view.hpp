// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/contract.hpp"
#include "core/ids.hpp"
#include "core/vec3.hpp"
#include "kernels/state/cell_map.hpp"
#include "kernels/state/sent_atoms.hpp"
#include "state/brick_range.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// What kernels need in order to share atoms with other ranks. Tables have a pointer for each rank,
/// by which its memory can be written.
template <class P> struct RankView {
    Rank rank;
    int ranks;
    const std::int32_t* owner; ///< of each cell of the grid
    CellMap cells;

    Migrant<P>* const* inbox; ///< of each rank: [from][segment]
    std::uint32_t segment;    ///< migrants from one rank that there is capacity for, on all ranks
    std::uint32_t* leaving;   ///< [to] counts
    std::uint32_t owned_capacity; ///< atoms of this rank's own that there is capacity for
    /// Of each rank what others report to it: from each how many migrants came, where in the halo
    /// of each its own atoms lie, and how many atoms there are of each cell that it sees.
    std::uint32_t* const* notes;

    SentAtoms<P> out;
    std::uint32_t shown_count;
    std::uint32_t sent_capacity;
    std::uint32_t seen_count;
    const std::uint32_t* first_seen; ///< [peer], and the end: where its cells begin in `seen`
    const BrickRange* range;         ///< [peer] of its brick
    std::uint32_t* shown_atoms;      ///< of each shown cell: atoms that the peer sees
    Site<P>* const* reference;

    MDSIM_HD std::uint32_t* arrived_of(Rank r) const {
        MDSIM_EXPECT(0 <= r && r < ranks);
        return notes[r];
    }
    MDSIM_HD LocalIndex* base_of(Rank r) const { return arrived_of(r) + ranks; }
    MDSIM_HD std::uint32_t* seen_of(Rank r) const { return arrived_of(r) + 2 * ranks; }
};

} // namespace mdsim
