// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

namespace mdsim::source {

/// Whole numbers in the proportion of some parts, as near as can be, that add up to a total.
///
/// By largest remainders (Hamilton): each is its quota rounded down, or one more; of equal
/// remainders the first ones are rounded up. No part is negative, their sum is positive, and the
/// total is from 0 to 2^44.
std::vector<std::int64_t> apportion(std::int64_t total, const std::vector<double>& parts);

} // namespace mdsim::source
