// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/simd/level.hpp"

#include <cstdlib>
#include <string>

#include "core/error.hpp"

namespace mdsim {

namespace {

SimdLevel widest() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    const bool avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
                      __builtin_cpu_supports("bmi2") != 0;
    const bool avx512 =
        __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
        __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
        __builtin_cpu_supports("avx512cd") != 0;
    if (avx2 && avx512) return SimdLevel::avx512;
    if (avx2) return SimdLevel::avx2;
#endif
    return SimdLevel::baseline;
}

SimdLevel chosen() {
    const SimdLevel best = widest();
    const char* requested = std::getenv("MDSIM_SIMD");
    if (requested == nullptr || *requested == '\0') return best;
    for (const SimdLevel level : {SimdLevel::baseline, SimdLevel::avx2, SimdLevel::avx512}) {
        if (std::string(requested) != name_of(level)) continue;
        if (level > best)
            throw InputError("MDSIM_SIMD", std::string("this processor does not have ") +
                                               requested + "; the widest it has is " +
                                               name_of(best));
        return level;
    }
    throw InputError("MDSIM_SIMD", std::string("found \"") + requested +
                                       "\", allowed are baseline, avx2 and avx512");
}

} // namespace

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
    case SimdLevel::baseline:
        break;
    }
    return "baseline";
}

} // namespace mdsim
