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

/// What a tile must know of its cell's atoms that one peer sees; all in one line of a cache, as a
/// step waits for whatever tells where to read on. Made anew in each rebuild.
struct alignas(128) SentCell {
    static constexpr std::uint32_t part_atoms = 128;
    /// Parts of a cell, by the places of atoms in it, so many each; the last has all that are left.
    static constexpr std::uint32_t parts = 16;

    Rank peer;
    LocalIndex shift;      ///< from numbers in `SentAtoms::atom` to places there, modulo 2^32
    LocalIndex cell_first; ///< the first atom of the cell
    LocalIndex
        first[parts + 1]; ///< where in `SentAtoms::atom` those of each part begin, and the end

    /// The part that an atom of the cell is in.
    MDSIM_HD std::uint32_t part_of(LocalIndex atom) const {
        const std::uint32_t part = (atom - cell_first) / part_atoms;
        return part < parts ? part : parts - 1;
    }
};

/// The atoms of this rank that lie in the halos of others, and where there. Shown cells are ordered
/// by peer, then by cell; one that several peers see is there several times.
template <class P> struct SentAtoms {
    const std::uint32_t* sent_of_cell; ///< [own cell], and the end: where it begins in `sent_cell`
    SentCell* sent_cell;               ///< the shown cells, in the order of own cells
    const std::uint32_t* sent_cell_of_shown; ///< their numbers in that order
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
