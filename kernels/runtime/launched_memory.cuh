// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

namespace mdsim {

/// A line of shared memory [bytes]: asynchronous copies from global memory, whose lines are as
/// long, go to whole lines.
inline constexpr std::uint32_t shared_line = 128;

/// The shared memory that a kernel is launched with. It begins a line, whatever the kernel has in
/// shared memory beside it.
__device__ inline std::byte* launched_memory() {
    extern __shared__ __align__(shared_line) std::byte memory[];
    return memory;
}

} // namespace mdsim
