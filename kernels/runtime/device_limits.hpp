// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "kernels/runtime/check.hpp"

namespace mdsim {

/// What the device in use says of itself.
inline int device_limit(cudaDeviceAttr attribute) {
    int device = 0;
    int value = 0;
    check_cuda(cudaGetDevice(&device), "asking for the GPU");
    check_cuda(cudaDeviceGetAttribute(&value, attribute, device), "asking what the GPU has");
    return value;
}

inline unsigned multiprocessors() {
    return static_cast<unsigned>(device_limit(cudaDevAttrMultiProcessorCount));
}

/// Shared memory that a block may have, if its kernel was allowed to: static and dynamic [bytes].
inline std::size_t shared_memory_of_block() {
    return static_cast<std::size_t>(device_limit(cudaDevAttrMaxSharedMemoryPerBlockOptin));
}

/// What a block may have on every device that kernels are compiled for, from sm_80 on [bytes].
inline constexpr std::size_t least_shared_memory_of_block = 99 * 1024;

/// Shared memory of a multiprocessor, for all its blocks [bytes].
inline std::size_t shared_memory_of_multiprocessor() {
    return static_cast<std::size_t>(device_limit(cudaDevAttrMaxSharedMemoryPerMultiprocessor));
}

/// Whether kernels may begin while the one before ends: on Hopper and newer; see `launch_kernel`.
inline bool device_starts_early() {
    constexpr int hopper = 9;
    return device_limit(cudaDevAttrComputeCapabilityMajor) >= hopper;
}

} // namespace mdsim
