// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "kernels/force/walk_args.hpp"

namespace mdsim {

/// Which atom of its tile a thread serves. The threads of one atom are a power of two, so nothing
/// is divided.
template <class P> __device__ std::uint32_t atom_of_thread(const WalkArgs<P>& args) {
    return threadIdx.x >> (31 - __clz(static_cast<int>(args.lanes)));
}

/// Which of the threads of this atom it is.
template <class P> __device__ std::uint32_t lane_of_thread(const WalkArgs<P>& args) {
    return threadIdx.x & (args.lanes - 1);
}

} // namespace mdsim
