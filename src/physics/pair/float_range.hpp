// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>

namespace mdsim {

/// Whether a float holds the constant without losing it.
inline bool fits_float(double exact) {
    const double size = std::abs(exact);
    return size == 0 ||
           (size >= std::numeric_limits<float>::min() && size <= std::numeric_limits<float>::max());
}

} // namespace mdsim
