// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/runtime/stream.hpp"
#include "kernels/state/atoms_view.hpp"
#include "ops/atom_columns.hpp"

namespace mdsim {

/// The piece of each rank's block of ids that values are written to.
struct IdPiece {
    std::int64_t total; ///< ids of all ranks
    int ranks;
    std::int64_t begin;      ///< in each block
    std::int64_t count;      ///< values for which there is capacity
    std::byte* const* place; ///< [rank]
};

/// Queues the writing of what `column` says of this rank's atoms to the holders of their ids, as
/// far as they belong to the piece.
template <class P>
void send_column(const Stream& stream, const ColumnsView<P>& atoms, const AnyColumn& column,
                 const IdPiece& piece);

/// Queues the marking of their ids, by a byte that is not zero.
template <class P>
void send_id_marks(const Stream& stream, const AtomsView<P>& atoms, const IdPiece& piece);

/// Queues the search for bytes that are zero; sets `found`, which must be zero, where one is.
void find_missing_ids(const Stream& stream, const std::byte* marks, std::uint32_t count,
                      std::uint32_t* found);

} // namespace mdsim
