// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/simd/pack.hpp"
#include "cpu/simd/sum_kernels.hpp"

namespace mdsim::simd::MDSIM_SIMD {

/// The nearest whole numbers, halves to even: above 2^52 all doubles are whole, so that adding it
/// rounds.
MDSIM_HD Pack<double> nearest_whole_numbers(const Pack<double>& a) {
    using Numbers = Pack<double>;
    const Numbers most(0x1p52);
    const Numbers size = absolute(a);
    const Numbers whole = select(size < most, (size + most) - most, size);
    return select(a < Numbers(0.0), -whole, whole);
}

/// Sums across lanes are exact here, so that their order is free: the parts of 2^12 numbers stay
/// whole, and below 2^53.
inline WholeParts add_whole_parts(const double* values, std::size_t count, double scale) {
    using Numbers = Pack<double>;
    // Adding it rounds what is of either sign, and below 2^51.
    const Numbers shift(0x1.8p52);
    const Numbers limit(0x1p72);
    Numbers upper(0.0), lower(0.0), beyond(0.0);
    for (std::size_t i = 0; i < count; i += Numbers::width) {
        const Numbers whole = nearest_whole_numbers(Numbers::load(values + i) * Numbers(scale));
        const Numbers high = (whole * Numbers(0x1p-32) + shift) - shift;
        upper = upper + high;
        lower = lower + (whole - high * Numbers(0x1p32));
        beyond = beyond + select(absolute(whole) < limit, Numbers(0.0), Numbers(1.0));
    }
    double lanes[3][Numbers::width];
    upper.store(lanes[0]);
    lower.store(lanes[1]);
    beyond.store(lanes[2]);
    WholeParts sum;
    for (int lane = 0; lane < Numbers::width; ++lane) {
        sum.upper += lanes[0][lane];
        sum.lower += lanes[1][lane];
        sum.exact = sum.exact && lanes[2][lane] == 0;
    }
    return sum;
}

} // namespace mdsim::simd::MDSIM_SIMD
