// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace mdsim {

/// Numbers, rounded to whole ones, that were added exactly: their sum is upper 2^32 + lower.
struct WholeParts {
    double upper = 0;
    double lower = 0;
    bool exact = true; ///< all of them were below 2^72; otherwise the parts mean nothing
};

/// So many numbers at a time, at most.
inline constexpr std::size_t most_whole_parts = std::size_t{1} << 12;
/// A multiple of this many; with others a caller puts zeros behind.
inline constexpr std::size_t whole_parts_step = 16;

/// The sum of `count` numbers, each multiplied by a power of two and rounded, halves to even.
using AddWholeParts = WholeParts (*)(const double* values, std::size_t count, double scale);

} // namespace mdsim
