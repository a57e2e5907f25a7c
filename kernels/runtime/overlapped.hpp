// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "core/contract.hpp"
#include "kernels/runtime/check.hpp"
#include "kernels/runtime/stream.hpp"

namespace mdsim {

struct LaunchShape {
    std::uint32_t blocks;
    std::uint32_t threads;
    std::size_t shared_bytes;
};

/// Whether the code of a kernel knows how to wait for the kernel before: that of Hopper and newer.
inline bool starts_early(const void* kernel) {
    constexpr int hopper = 90;
    cudaFuncAttributes attributes{};
    check_cuda(cudaFuncGetAttributes(&attributes, kernel), "asking for what a kernel was made");
    return attributes.ptxVersion >= hopper && attributes.binaryVersion >= hopper;
}

/// Queues a kernel. If it overlaps, its blocks may start while the kernel before ends, where the
/// device can: each of them, also one that has nothing to do, must call `wait_for_kernel_before`,
/// and not read before what that one wrote. Otherwise a kernel behind it could begin while the one
/// before it is at work.
template <class... Args>
void launch_kernel(const Stream& stream, const LaunchShape& shape, bool overlaps,
                   void (*kernel)(Args...), const Args&... args) {
    MDSIM_EXPECT(shape.blocks > 0);
    MDSIM_EXPECT(shape.threads > 0 && shape.threads <= 1024 && shape.threads % 32 == 0);
    cudaLaunchAttribute early{};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(shape.blocks);
    config.blockDim = dim3(shape.threads);
    config.dynamicSmemBytes = shape.shared_bytes;
    config.stream = stream.get();
    config.attrs = &early;
    config.numAttrs = overlaps && starts_early(reinterpret_cast<const void*>(kernel)) ? 1 : 0;
    check_cuda(cudaLaunchKernelEx(&config, kernel, args...), "starting a kernel");
}

} // namespace mdsim
