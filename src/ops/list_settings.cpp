// SPDX-License-Identifier: BSD-3-Clause
#include "ops/list_settings.hpp"

#include <algorithm>

#include "ops/pair_search.hpp"

namespace mdsim {

double ListSettings::range(double cutoff) const {
    const double lawful = cutoff > 0 ? cutoff + skin : 0;
    if (reach <= cutoff) return lawful;
    return std::max(lawful, reach + (searched ? (1 + searched_skins) * skin : skin));
}

} // namespace mdsim
