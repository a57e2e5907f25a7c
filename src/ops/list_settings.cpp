// SPDX-License-Identifier: BSD-3-Clause
#include "ops/list_settings.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "ops/pair_search.hpp"

namespace mdsim {

double ListSettings::range(double cutoff) const {
    MDSIM_EXPECT(cutoff >= 0 && skin >= 0 && sampled_range >= 0);
    constexpr double rounding = 1e-6; // of cutoffs that were stored in single precision
    const double usual = cutoff > 0 ? cutoff + skin : 0;
    if (sampled_range <= cutoff * (1 + rounding)) return usual;
    return std::max(usual, searched ? searched_range(sampled_range, skin) : sampled_range + skin);
}

} // namespace mdsim
