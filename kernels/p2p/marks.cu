// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/p2p/marks.hpp"

namespace mdsim {

namespace {

__global__ void mark_kernel(std::uint64_t* const* block_of, Rank rank, int ranks) {
    for (int to = static_cast<int>(threadIdx.x); to < ranks; to += static_cast<int>(blockDim.x))
        if (block_of[to] != nullptr) block_of[to][rank] = mark_of(rank, to);
}

} // namespace

void leave_marks(const Stream& stream, std::uint64_t* const* block_of, Rank rank, int ranks) {
    mark_kernel<<<1, 64, 0, stream.get()>>>(block_of, rank, ranks);
    check_launch("mark_kernel");
}

} // namespace mdsim
