// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace mdsim {

/// log 2 in two parts. The first has so few bits that its product with an exponent is exact, as in
/// Cody and Waite (1980), Software Manual for the Elementary Functions, ch. 6.
template <class Number> struct LogTwo;
template <> struct LogTwo<float> {
    static constexpr float high = 0x1.62ep-1f;
    static constexpr float low = static_cast<float>(0x1.0bfbe8e7bcd5ep-15);
};
template <> struct LogTwo<double> {
    static constexpr double high = 0x1.62e42feep-1;
    static constexpr double low = 0x1.a39ef35793c76p-33;
};

} // namespace mdsim
