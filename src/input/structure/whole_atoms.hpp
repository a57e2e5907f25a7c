// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include "state/structure.hpp"

namespace mdsim::source {

/// Whether each atom of a structure has an id, a position and one of its species, and either each
/// or none a velocity, an image and a charge.
inline bool has_whole_atoms(const Structure& s) {
    const std::size_t n = s.id.size();
    const auto fits = [n](std::size_t entries) { return entries == 0 || entries == n; };
    return s.position.size() == n && s.type.size() == n && fits(s.velocity.size()) &&
           fits(s.image.size()) && fits(s.charge.size()) &&
           std::all_of(s.type.begin(), s.type.end(),
                       [&s](TypeId type) { return type < s.species.size(); });
}

} // namespace mdsim::source
