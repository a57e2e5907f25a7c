// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include "core/contract.hpp"
#include "kernels/force/summed_atoms.cuh"
#include "kernels/force/walk.cuh"
#include "kernels/neighbor/build_lists.hpp"
#include "kernels/runtime/check.hpp"
#include "kernels/runtime/device_limits.hpp"
#include "kernels/runtime/overlapped.hpp"

namespace mdsim {

/// The most shared memory that the j-atoms of a tile take [bytes].
template <class Real>
inline constexpr std::size_t most_j_atoms = (largest_window + bank_classes) * sizeof(Vec4<Real>);

/// What blocks of a walk have in shared memory beside its static part.
struct WalkMemory {
    std::size_t bytes = 0; ///< of a block
    /// The part of an SM's shared memory to ask for [percent]; -1: as the driver chooses.
    int carveout = -1;
};

/// Shared memory for the j-atoms of tiles and so many bytes behind them.
template <class P> WalkMemory walk_memory(const WalkArgs<P>& args, std::size_t behind) {
    MDSIM_EXPECT(args.lists.window <= largest_window);
    return {(args.lists.window + bank_classes) * sizeof(Vec4<typename P::Real>) + behind, -1};
}

/// The part of an SM's shared memory in which a few blocks fit [percent]: fewer blocks leave room
/// for samples, which are read at random, in the cache of the SM.
inline int percent_for_few_blocks(const WalkMemory& memory) {
    const std::size_t of_sm = shared_memory_of_multiprocessor();
    return static_cast<int>(
        std::min<std::size_t>(100, (100 * 3 * memory.bytes + of_sm - 1) / of_sm));
}

/// Queues a walk over all tiles.
template <class Walk, class Reading, class P, class Ending>
void launch_walk(const Stream& stream, const WalkArgs<P>& args, const typename Walk::Table& table,
                 WalkMemory memory, const Ending& ending) {
    MDSIM_EXPECT(args.potential < args.lists.potentials);
    MDSIM_EXPECT(args.lists.threads <= 256 && args.lists.window <= largest_window);
    memory.bytes = std::max(memory.bytes, summed_bytes<Ending>(args));
    const bool images = args.lists.slot_image != nullptr;
    const auto kernel = images ? walk_tiles<P, Walk, true, Reading, Ending>
                               : walk_tiles<P, Walk, false, Reading, Ending>;
    const auto set = [kernel](cudaFuncAttribute attribute, int value) {
        check_cuda(cudaFuncSetAttribute(kernel, attribute, value),
                   "setting the shared memory of a force kernel");
    };
    set(cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(memory.bytes));
    if (memory.carveout >= 0) set(cudaFuncAttributePreferredSharedMemoryCarveout, memory.carveout);
    launch_kernel(stream, {args.lists.tile_count, args.lists.threads, memory.bytes},
                  Reading::overlaps, kernel, args, table, ending);
}

} // namespace mdsim
