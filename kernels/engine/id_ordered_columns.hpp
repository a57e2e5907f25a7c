// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/decomposition/rank_barrier.hpp"
#include "kernels/engine/atom_store.hpp"
#include "kernels/engine/send_columns.hpp"
#include "kernels/p2p/peer_array.hpp"
#include "kernels/runtime/staging.hpp"
#include "state/id_block.hpp"

namespace mdsim {

/// Values of the atoms of all ranks in the order of their ids, of which each rank holds a block:
/// the device of an atom's owner writes its value to the device of the holder, piece by piece, and
/// hosts get them in order. For ranks that all have a direct link.
///
/// All of it is collective. Where a rank stays away EnvironmentError is thrown.
template <class P> class IdOrderedColumns {
  public:
    /// Of ids below `total`.
    IdOrderedColumns(const Stream& stream, const PeerLinks& links, RankBarrier& barrier,
                     std::int64_t total);

    /// Whether each id is that of an atom; all ranks get the same answer.
    bool complete(AtomStore<P>& atoms);

    /// Copies what `column` says of each atom of this rank's block to `to`.
    void write(AtomStore<P>& atoms, const AnyColumn& column, void* to);

    /// The same to memory of the device.
    void store(AtomStore<P>& atoms, const AnyColumn& column, std::byte* to);

    std::size_t bytes() const { return capacity_; }

  private:
    /// For each piece of `value_bytes` a value: `share` queues the writing, `take(piece, values)`
    /// uses this rank's part, of so many values.
    template <class Share, class Take>
    void for_each_piece(AtomStore<P>& atoms, std::size_t value_bytes, const Share& share,
                        const Take& take);

    /// The same for a column; take(begin, bytes) uses a part of this rank's block, which begins so
    /// many bytes behind its start.
    template <class Take>
    void for_each_part(AtomStore<P>& atoms, const AnyColumn& column, const Take& take);

    const Stream* stream_;
    const PeerLinks* links_;
    RankBarrier* barrier_;
    std::int64_t total_;
    IdBlock block_;
    std::size_t capacity_; ///< of a piece [bytes]
    PeerArray<std::byte> piece_;
    Buffer<std::uint32_t, Device> missing_ids_{1};
    Pinned<std::uint32_t> seen_missing_ids_;
    Staging staging_;
};

} // namespace mdsim
