// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>

namespace mdsim::test {

/// The distance of a result from the exact value, in units in the last place of Real.
template <class Real> double ulps(Real found, long double exact) {
    const Real near = static_cast<Real>(exact);
    const Real size = std::abs(near);
    const Real ulp = std::nextafter(size, std::numeric_limits<Real>::infinity()) - size;
    return static_cast<double>(std::abs(static_cast<long double>(found) - exact) / ulp);
}

inline constexpr int samples = 200000;

/// A number that runs over [low, high] by a constant factor.
template <class Real> Real between_log(Real low, Real high, int i) {
    const double x = std::log(double(low)) +
                     (std::log(double(high)) - std::log(double(low))) * (i + 0.37) / samples;
    return static_cast<Real>(std::exp(x));
}

/// A number that runs over [low, high] evenly.
template <class Real> Real between_even(double low, double high, int i) {
    return static_cast<Real>(low + (high - low) * (i + 0.37) / samples);
}

} // namespace mdsim::test
