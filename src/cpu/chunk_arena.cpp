// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/chunk_arena.hpp"

#include <algorithm>

#include "core/contract.hpp"

namespace mdsim {

std::size_t ChunkArena::bytes() const {
    std::size_t sum = 0;
    for (const auto& chunk : chunks_) sum += chunk.bytes();
    return sum;
}

std::byte* ChunkArena::take_bytes(std::size_t count) {
    const std::size_t rounded = (count + 63) / 64 * 64;
    while (chunk_ < chunks_.size() && used_ + rounded > chunks_[chunk_].size()) {
        ++chunk_;
        used_ = 0;
    }
    if (chunk_ == chunks_.size())
        chunks_.emplace_back(std::max({rounded, least_chunk, bytes() / growth}));
    std::byte* start = chunks_[chunk_].data() + used_;
    MDSIM_ENSURE(used_ + rounded <= chunks_[chunk_].size());
    used_ += rounded;
    return start;
}

} // namespace mdsim
