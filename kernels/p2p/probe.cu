// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/p2p/probe.hpp"

namespace mdsim {

namespace {

__global__ void probe_kernel(std::uint64_t* const* block_of, Rank rank, int ranks) {
    for (int to = static_cast<int>(threadIdx.x); to < ranks; to += static_cast<int>(blockDim.x))
        if (block_of[to] != nullptr) block_of[to][rank] = probe_word(rank, to);
}

} // namespace

void write_probes(const Stream& stream, std::uint64_t* const* block_of, Rank rank, int ranks) {
    probe_kernel<<<1, 64, 0, stream.get()>>>(block_of, rank, ranks);
    check_launch("probe_kernel");
}

} // namespace mdsim
