// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/apportion.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "core/contract.hpp"

namespace mdsim::source {

std::vector<std::int64_t> apportion(std::int64_t total, const std::vector<double>& parts) {
    const double sum = std::accumulate(parts.begin(), parts.end(), 0.0);
    MDSIM_EXPECT(0 <= total && total <= std::int64_t{1} << 44);
    MDSIM_EXPECT(sum > 0 && *std::min_element(parts.begin(), parts.end()) >= 0);
    std::vector<std::int64_t> numbers;
    std::vector<double> remainders;
    for (const double part : parts) {
        const double quota = static_cast<double>(total) * (part / sum);
        numbers.push_back(static_cast<std::int64_t>(quota));
        remainders.push_back(quota - std::floor(quota));
    }
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
    const std::int64_t left =
        total - std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
    MDSIM_ENSURE(0 <= left && left <= static_cast<std::int64_t>(parts.size()));
    for (std::int64_t n = 0; n < left; ++n) ++numbers[order[static_cast<std::size_t>(n)]];
    return numbers;
}

} // namespace mdsim::source
