// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cuda_runtime_api.h>

#include "kernels/runtime/check.hpp"

namespace mdsim {

/// Multiprocessors of the device in use.
inline unsigned multiprocessors() {
    int device = 0;
    int count = 0;
    check_cuda(cudaGetDevice(&device), "asking for the GPU");
    check_cuda(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device),
               "counting multiprocessors");
    return static_cast<unsigned>(count);
}

} // namespace mdsim
