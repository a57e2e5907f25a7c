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

/// Whether the device can hold all blocks of a kernel at once and start them together.
bool fits_at_once(const void* kernel, const LaunchShape& shape);

/// Queues a kernel whose blocks wait for each other; they must fit at once.
template <class... Args>
void launch_cooperative(const Stream& stream, const LaunchShape& shape, void (*kernel)(Args...),
                        const Args&... args) {
    cudaLaunchAttribute together{};
    together.id = cudaLaunchAttributeCooperative;
    together.val.cooperative = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(shape.blocks);
    config.blockDim = dim3(shape.threads);
    config.dynamicSmemBytes = shape.shared_bytes;
    config.stream = stream.get();
    config.attrs = &together;
    config.numAttrs = 1;
    check_cuda(cudaLaunchKernelEx(&config, kernel, args...), "starting a kernel of a whole turn");
}

} // namespace mdsim
