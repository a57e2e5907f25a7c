// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace mdsim {

/// Throws EnvironmentError that says what was being done, unless the call succeeded.
void check_cuda(cudaError_t status, const char* doing);

/// The same for the kernel launched last.
inline void check_launch(const char* kernel) { check_cuda(cudaGetLastError(), kernel); }

/// Memory of the device in use; throws EnvironmentError that says what was asked for and what is
/// free.
void* allocate_on_device(std::size_t bytes);

} // namespace mdsim
