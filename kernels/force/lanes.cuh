// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "kernels/force/walk_args.hpp"

namespace mdsim {

/// How many atoms so many threads serve; as those of one atom are a power of two, nothing is
/// divided.
template <class P>
__device__ std::uint32_t atoms_of(std::uint32_t threads, const WalkArgs<P>& args) {
    return threads >> (31 - __clz(static_cast<int>(args.lanes)));
}

/// Which atom of its tile a thread serves.
template <class P> __device__ std::uint32_t atom_of_thread(const WalkArgs<P>& args) {
    return atoms_of(threadIdx.x, args);
}

/// How many atoms the threads of a block can serve.
template <class P> __device__ std::uint32_t atoms_of_block(const WalkArgs<P>& args) {
    return atoms_of(blockDim.x, args);
}

/// Which of the threads of this atom it is.
template <class P> __device__ std::uint32_t lane_of_thread(const WalkArgs<P>& args) {
    return threadIdx.x & (args.lanes - 1);
}

} // namespace mdsim
