// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#ifdef __CUDA_ARCH__
#include <cassert>
#endif

/// Contracts: what a function expects of its caller and promises in return, where types cannot say
/// it. A broken one is a defect of mdsim. On the host it throws ContractError with the condition
/// and its place; in a kernel of a debug build it stops the kernel, prints both, and the next call
/// of the CUDA library reports the failure.

namespace mdsim {

/// Throws ContractError naming the broken condition and its place.
[[noreturn]] void broken_contract(const char* condition, const char* file, int line);

} // namespace mdsim

/// Checked in every build; only for the host.
#define MDSIM_REQUIRE(condition)                                                                   \
    ((condition) ? void() : ::mdsim::broken_contract(#condition, __FILE__, __LINE__))

/// A precondition, checked in debug builds, on the host and in kernels.
#if defined(NDEBUG)
#define MDSIM_EXPECT(condition) void(sizeof((condition) ? 1 : 0))
#elif defined(__CUDA_ARCH__)
#define MDSIM_EXPECT(condition) assert(condition)
#else
#define MDSIM_EXPECT(condition) MDSIM_REQUIRE(condition)
#endif

/// A postcondition, checked in debug builds, on the host and in kernels.
#define MDSIM_ENSURE(condition) MDSIM_EXPECT(condition)
