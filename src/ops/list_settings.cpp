// SPDX-License-Identifier: BSD-3-Clause
#include "ops/list_settings.hpp"

#include <algorithm>

#include "ops/pair_search.hpp"

namespace mdsim {

double ListSettings::range(double cutoff) const {
    constexpr double rounding = 1e-6; // of cutoffs that were stored in single precision
    const double lawful = cutoff > 0 ? cutoff + skin : 0;
    if (reach <= cutoff * (1 + rounding)) return lawful;
    return std::max(lawful, searched ? searched_range(reach, skin) : reach + skin);
}

} // namespace mdsim
