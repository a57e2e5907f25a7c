// SPDX-License-Identifier: BSD-3-Clause
#include "domain/piece_gather.hpp"

#include <algorithm>
#include <vector>

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// Calls `act(first, bytes offset, bytes)` for the pieces of a block of rows.
template <class Act>
void for_each_piece(const IdBlock& block, std::size_t row_bytes, std::size_t piece_bytes, Act act) {
    const std::int64_t rows =
        static_cast<std::int64_t>(std::max<std::size_t>(1, piece_bytes / row_bytes));
    for (std::int64_t first = block.first; first < block.last; first += rows) {
        const std::int64_t count = std::min(rows, block.last - first);
        act(first, static_cast<std::size_t>(first - block.first) * row_bytes,
            static_cast<std::size_t>(count) * row_bytes);
    }
}

} // namespace

void PieceGather::gather(std::span<const std::byte> block, std::size_t row_bytes,
                         std::int64_t total, const Take& take) const {
    MDSIM_REQUIRE(row_bytes > 0);
    const IdBlock mine = IdBlock::of(total, comm_->rank(), comm_->size());
    MDSIM_REQUIRE(block.size() == static_cast<std::size_t>(mine.size()) * row_bytes);
    if (!comm_->is_root()) {
        for_each_piece(mine, row_bytes, piece_bytes_,
                       [&](std::int64_t, std::size_t offset, std::size_t bytes) {
                           const Outgoing out{0, block.subspan(offset, bytes)};
                           comm_->exchange({&out, 1}, {});
                       });
        return;
    }
    for_each_piece(mine, row_bytes, piece_bytes_,
                   [&](std::int64_t first, std::size_t offset, std::size_t bytes) {
                       take(first, block.subspan(offset, bytes));
                   });
    std::vector<std::byte> piece;
    for (Rank from = 1; from < comm_->size(); ++from)
        for_each_piece(IdBlock::of(total, from, comm_->size()), row_bytes, piece_bytes_,
                       [&](std::int64_t first, std::size_t, std::size_t bytes) {
                           piece.resize(bytes);
                           const Incoming in{from, piece};
                           comm_->exchange({}, {&in, 1});
                           take(first, piece);
                       });
}

} // namespace mdsim
