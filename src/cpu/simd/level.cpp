// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/simd/level.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string>

#include "core/error.hpp"

namespace mdsim {

namespace {

constexpr SimdLevel widest_first[] = {SimdLevel::avx512, SimdLevel::avx2, SimdLevel::neon,
                                      SimdLevel::baseline};

bool has_avx2() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
           __builtin_cpu_supports("bmi2") != 0;
#else
    return false;
#endif
}

bool has_avx512() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
           __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
           __builtin_cpu_supports("avx512cd") != 0;
#else
    return false;
#endif
}

/// Every processor of this kind has it.
bool has_neon() {
#if defined(__aarch64__)
    return true;
#else
    return false;
#endif
}

SimdLevel widest() {
    return *std::find_if(std::begin(widest_first), std::end(widest_first), has_level);
}

SimdLevel chosen() {
    const SimdLevel best = widest();
    const char* requested = std::getenv("MDSIM_SIMD");
    if (requested == nullptr || *requested == '\0') return best;
    for (const SimdLevel level : widest_first) {
        if (std::string(requested) != name_of(level)) continue;
        if (!has_level(level))
            throw InputError("MDSIM_SIMD", std::string("this processor does not have ") +
                                               requested + "; the widest it has is " +
                                               name_of(best));
        return level;
    }
    throw InputError("MDSIM_SIMD", std::string("found \"") + requested +
                                       "\", allowed are baseline, avx2, avx512 and neon");
}

} // namespace

bool has_level(SimdLevel level) {
    switch (level) {
    case SimdLevel::avx512:
        return has_avx512() && has_avx2();
    case SimdLevel::avx2:
        return has_avx2();
    case SimdLevel::neon:
        return has_neon();
    case SimdLevel::baseline:
        break;
    }
    return true;
}

SimdLevel simd_level() {
    static const SimdLevel level = chosen();
    return level;
}

const char* name_of(SimdLevel level) {
    switch (level) {
    case SimdLevel::avx512:
        return "avx512";
    case SimdLevel::avx2:
        return "avx2";
    case SimdLevel::neon:
        return "neon";
    case SimdLevel::baseline:
        break;
    }
    return "baseline";
}

} // namespace mdsim
