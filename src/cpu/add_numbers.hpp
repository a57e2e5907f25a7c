// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>

#include "core/contract.hpp"
#include "core/fixed_sum.hpp"
#include "core/number_bits.hpp"
#include "cpu/simd/kernels.hpp"

namespace mdsim {

/// Adds numbers to a sum, as FixedSum::add does one by one, several at a time; a multiple of
/// `whole_parts_step` of them.
template <class P> void add_numbers(std::span<const double> values, FixedSum& sum) {
    MDSIM_EXPECT(values.size() % whole_parts_step == 0 && values.size() <= most_whole_parts);
    const double scale = power_of_two<double>(sum.scale().bits);
    const WholeParts parts = cpu_kernels<P>().add_whole_parts(values.data(), values.size(), scale);
    if (parts.exact) {
        sum.add_whole(parts.upper, parts.lower);
    } else {
        for (const double value : values) sum.add(value);
    }
}

} // namespace mdsim
