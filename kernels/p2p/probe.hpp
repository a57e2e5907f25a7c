// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/contract.hpp"
#include "core/hd.hpp"
#include "core/ids.hpp"
#include "kernels/runtime/stream.hpp"

namespace mdsim {

/// What rank `from` writes into the memory of rank `to`, to see whether it arrives. Never zero.
MDSIM_HD constexpr std::uint64_t probe_word(Rank from, Rank to) {
    MDSIM_EXPECT(0 <= from && from + 1 < 1 << 24 && 0 <= to && to + 1 < 1 << 24);
    return std::uint64_t{0x6d64} << 48 | static_cast<std::uint64_t>(from + 1) << 24 |
           static_cast<std::uint64_t>(to + 1);
}

/// Queues the writing of this rank's probe to its place in each block that is mapped here.
void write_probes(const Stream& stream, std::uint64_t* const* block_of, Rank rank, int ranks);

} // namespace mdsim
