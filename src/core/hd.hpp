// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// MDSIM_HD marks a function that runs on the host and on a device. On the host it is always
/// inlined, so that a formula compiled for one instruction set never lends its code to another.
/// With a sanitizer only where that can happen: it costs the compiler many minutes a file.
#if defined(__CUDACC__)
#define MDSIM_HD __host__ __device__ __forceinline__
#elif defined(MDSIM_SANITIZED) && MDSIM_SIMD_LEVEL < 2
#define MDSIM_HD inline
#else
#define MDSIM_HD inline __attribute__((always_inline))
#endif
