// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/carried_ways.hpp"

#include "kernels/runtime/launch.hpp"
#include "ops/time_origins.hpp"

namespace mdsim {

namespace {

constexpr std::uint32_t block_threads = 256;

__global__ void carry(const Vec3<double>* last, LowerTriangular<double> change, Vec3<double>* ways,
                      std::size_t atoms) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < atoms) ways[i] = carried_on(ways[i], last[i], change);
}

__global__ void subtract(const Vec3<double>* ways, Vec3<double>* positions, std::size_t atoms) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < atoms) positions[i] = positions[i] - ways[i];
}

} // namespace

void carry_ways(const Stream& stream, const Vec3<double>* last,
                const LowerTriangular<double>& change, Vec3<double>* ways, std::size_t atoms) {
    if (atoms == 0) return;
    carry<<<blocks_for(atoms, block_threads), block_threads, 0, stream.get()>>>(last, change, ways,
                                                                                atoms);
    check_launch("carry ways");
}

void leave_out_ways(const Stream& stream, const Vec3<double>* ways, Vec3<double>* positions,
                    std::size_t atoms) {
    if (atoms == 0) return;
    subtract<<<blocks_for(atoms, block_threads), block_threads, 0, stream.get()>>>(ways, positions,
                                                                                   atoms);
    check_launch("leave out ways");
}

} // namespace mdsim
