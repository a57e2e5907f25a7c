// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/ids.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// A cell of this rank that a peer sees.
struct ShownCell {
    std::uint32_t cell; ///< among this rank's
    Rank peer;
    std::uint32_t place; ///< of the cell among those that the peer sees
};

/// What one peer sees of a group of 32 atoms that follow each other in a cell: all that a thread
/// must know to send its own, as a step waits for whatever says where to read on. Made anew in
/// each rebuild.
struct alignas(16) SentGroup {
    std::uint32_t lanes; ///< a bit for each atom that the peer sees
    LocalIndex place;    ///< of the first of them in the peer's arrays, where the others follow
    Rank peer;
};

/// The atoms of this rank that lie in the halos of others, and where there. Shown cells are ordered
/// by peer, then by cell; one that several peers see is there several times.
template <class P> struct SentAtoms {
    const std::uint32_t* peers_of_cell; ///< [own cell] how many peers see it
    const std::uint32_t* peer_number;   ///< [shown cell] which of those its peer is
    SentGroup* group; ///< [number of the peer][group_room], where group_place() says
    std::uint32_t group_capacity;
    const ShownCell* shown;
    const std::uint32_t* first_shown; ///< [peer], and the end: where its cells begin in `shown`
    LocalIndex* shown_first; ///< of each shown cell, and the end: where they begin in `atom`
    LocalIndex* atom;        ///< atoms that are sent, peer after peer, ascending in each cell
    const LocalIndex* base;  ///< [peer] where those sent to it begin in its arrays
    Site<P>* const* site[2]; ///< of each rank

    /// Where atoms that are sent to a peer lie in its arrays, seen from their number in `atom`.
    MDSIM_HD LocalIndex shift_to(Rank peer) const {
        return base[peer] - shown_first[first_shown[peer]];
    }
};

} // namespace mdsim
