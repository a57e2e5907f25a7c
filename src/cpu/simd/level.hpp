// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace mdsim {

/// The instruction sets that the CPU kernels are compiled for. All give the same bits.
enum class SimdLevel { baseline, avx2, avx512, neon };

/// Whether this processor has it.
bool has_level(SimdLevel level);

/// The widest set that this processor has, or the narrower one named by the environment variable
/// MDSIM_SIMD (baseline, avx2, avx512, neon), which serves tests and comparisons.
/// Throws InputError for another name or a set that the processor lacks.
SimdLevel simd_level();

/// The spelling used by MDSIM_SIMD and in reports.
const char* name_of(SimdLevel level);

} // namespace mdsim
