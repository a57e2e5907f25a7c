// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace mdsim {

/// Gives pairs of types on which no potential acts a range with the first potential, beyond whose
/// cutoff of zero they are, so that lists hold them and forces do not feel them. `range2` is
/// [potential][pair] and not above zero where a potential does not act [length^2]. Returns whether
/// there was such a pair.
template <class Real>
bool list_free_pairs(std::vector<Real>& range2, std::size_t pairs, double range) {
    bool found = false;
    for (std::size_t pair = 0; pair < pairs && pairs <= range2.size(); ++pair) {
        bool acts = false;
        for (std::size_t i = pair; i < range2.size(); i += pairs) acts = acts || range2[i] > 0;
        if (acts) continue;
        range2[pair] = static_cast<Real>(range * range);
        found = true;
    }
    return found;
}

} // namespace mdsim
