// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/runtime/check.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace mdsim {

void check_cuda(cudaError_t status, const char* doing) {
    if (status == cudaSuccess) return;
    cudaGetLastError(); // or the next check would report this again
    throw EnvironmentError(fmt::format("CUDA failed: {}: {} ({})", doing,
                                       cudaGetErrorString(status), cudaGetErrorName(status)));
}

void* allocate_on_device(std::size_t bytes) {
    void* memory = nullptr;
    const cudaError_t status = cudaMalloc(&memory, bytes);
    if (status == cudaSuccess) return memory;
    std::size_t free = 0;
    std::size_t total = 0;
    cudaGetLastError();
    if (status != cudaErrorMemoryAllocation || cudaMemGetInfo(&free, &total) != cudaSuccess)
        check_cuda(status, "allocating memory");
    throw EnvironmentError(fmt::format(
        "the GPU's memory is too small: {:.3f} GB more were asked for, {:.3f} of {:.3f} GB are "
        "free; use fewer atoms, a smaller skin, or more GPUs (mdsim --dry-run tells the need)",
        static_cast<double>(bytes) * 1e-9, static_cast<double>(free) * 1e-9,
        static_cast<double>(total) * 1e-9));
}

} // namespace mdsim
