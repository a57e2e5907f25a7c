// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace mdsim {

// For kernels queued by `launch_kernel` as overlapping, and those before them. Older devices do not
// start kernels early: see `starts_early`.

/// Waits until the kernel before has ended, whose writing is then seen.
__device__ inline void wait_for_kernel_before() {
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
}

/// Once all blocks have called it, or ended, those of an overlapping kernel behind may start.
__device__ inline void let_next_kernel_begin() {
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/// Ends a kernel that has nothing to do: the next one may begin before the kernel before has ended.
/// Only where what the next one reads before it waits does no harm then: as it has nothing to do
/// either, or reads nothing that kernels of the same pass change.
__device__ inline void pass_over() {
    let_next_kernel_begin();
    wait_for_kernel_before();
}

} // namespace mdsim
