// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace mdsim {

/// The default: 32-bit fractions, pair arithmetic and velocities in float.
struct MixedPrecision {
    using Real = float;
    using Fraction = std::int32_t;
    static constexpr const char* name = "mixed";
};

/// The reference: 64-bit fractions, everything in double.
struct DoublePrecision {
    using Real = double;
    using Fraction = std::int64_t;
    static constexpr const char* name = "double";
};

} // namespace mdsim
