// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/ids.hpp"
#include "core/vec3.hpp"
#include "kernels/state/cell_map.hpp"
#include "state/brick_range.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// An atom on its way to the rank that owns it now.
template <class P> struct alignas(alignof(Site<P>) < 16 ? 16 : alignof(Site<P>)) Migrant {
    Site<P> site;
    Vec4<typename P::Real> velocity;
    ParticleId id;
    Vec3<std::int32_t> image;
};

/// A cell of this rank that a peer sees.
struct ShownCell {
    std::uint32_t cell; ///< among this rank's
    Rank peer;
    std::uint32_t place; ///< of the cell among those that the peer sees
};

/// What kernels need in order to share atoms with other ranks. Tables have a pointer for each rank,
/// by which its memory can be written.
template <class P> struct RankView {
    Rank rank;
    int ranks;
    const std::int32_t* owner; ///< of each cell of the grid
    CellMap cells;

    Migrant<P>* const* inbox; ///< of each rank: [from][segment]
    std::uint32_t segment;    ///< migrants from one rank that there is room for, on all ranks
    std::uint32_t* leaving;   ///< [to] counts
    /// Of each rank what others tell it: from each how many migrants came, where in the halo of
    /// each its own atoms lie, and how many atoms there are of each cell that it sees.
    std::uint32_t* const* notes;

    const ShownCell* shown; ///< by peer, then by cell
    std::uint32_t shown_count;
    std::uint32_t seen_count;
    const std::uint32_t* first_shown; ///< [peer], and the end: where its cells begin in `shown`
    const std::uint32_t* first_seen;  ///< [peer], and the end: where its cells begin in `seen`
    const BrickRange* range;          ///< [peer] of its brick
    std::uint32_t* shown_atoms;       ///< of each shown cell: atoms that the peer sees
    LocalIndex* shown_first; ///< of each shown cell, and the end: where they begin in `sent`
    LocalIndex* sent;        ///< atoms that are sent, peer after peer
    std::uint32_t sent_room;

    Site<P>* const* site[2]; ///< of each rank
    Site<P>* const* reference;

    MDSIM_HD std::uint32_t* arrived_of(Rank r) const { return notes[r]; }
    MDSIM_HD LocalIndex* base_of(Rank r) const { return notes[r] + ranks; }
    MDSIM_HD std::uint32_t* seen_of(Rank r) const { return notes[r] + 2 * ranks; }
};

} // namespace mdsim
