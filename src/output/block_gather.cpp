// SPDX-License-Identifier: BSD-3-Clause
#include "output/block_gather.hpp"

#include <algorithm>

#include "core/contract.hpp"

namespace mdsim {

void cut_into_pieces(std::int64_t first, std::span<const std::byte> bytes, std::size_t element_size,
                     const PieceSink& sink) {
    MDSIM_REQUIRE(element_size > 0 && bytes.size() % element_size == 0);
    MDSIM_EXPECT(first >= 0);
    const std::size_t elements =
        std::max<std::size_t>(1, BlockGather::max_piece_bytes / element_size);
    const std::size_t piece = elements * element_size;
    for (std::size_t start = 0; start < bytes.size(); start += piece)
        sink(first + static_cast<std::int64_t>(start / element_size),
             bytes.subspan(start, std::min(piece, bytes.size() - start)));
}

void BlockGather::on_root(const std::function<void()>& work) {
    if (rank() == 0) work();
}

void SingleRank::for_each_piece(std::span<const std::byte> mine, std::size_t element_size,
                                const PieceSink& sink) {
    cut_into_pieces(0, mine, element_size, sink);
}

} // namespace mdsim
