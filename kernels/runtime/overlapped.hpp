// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "kernels/runtime/check.hpp"
#include "kernels/runtime/stream.hpp"

namespace mdsim {

struct LaunchShape {
    std::uint32_t blocks;
    std::uint32_t threads;
    std::size_t shared_bytes;
};

/// Queues a kernel. If it overlaps, its blocks may start while the kernel before ends: they must call
/// `cudaGridDependencySynchronize` before they read what that one wrote.
template <class... Args>
void launch_kernel(const Stream& stream, const LaunchShape& shape, bool overlaps,
                   void (*kernel)(Args...), const Args&... args) {
    cudaLaunchAttribute early{};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(shape.blocks);
    config.blockDim = dim3(shape.threads);
    config.dynamicSmemBytes = shape.shared_bytes;
    config.stream = stream.get();
    config.attrs = &early;
    config.numAttrs = overlaps ? 1 : 0;
    check_cuda(cudaLaunchKernelEx(&config, kernel, args...), "starting a force kernel");
}

} // namespace mdsim
