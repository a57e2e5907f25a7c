// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/box.hpp"

namespace mdsim {

/// The part of the skin that atoms may use up; the rest covers the rounding of coordinates.
inline constexpr double usable_skin = 1 - 1e-4;

/// How far atoms may have moved, in skins, while missing pairs are searched for: beyond this,
/// lists count as stale.
inline constexpr double searched_move = 0.85 * usable_skin;

/// How far beyond the list range an atom may have been that has come near since, in skins: both of
/// a pair may have moved so far. A little is added for rounding.
inline constexpr double searched_skins = 0.75;
static_assert(searched_skins > 2 * searched_move - 1);

/// How far apart atoms may have been that are within a cutoff now, while pairs are searched for
/// [length].
constexpr double searched_range(double cutoff, double skin) {
    return cutoff + (1 + searched_skins) * skin;
}

/// Whether all pairs that may come within a cutoff [length] can be searched for in such a box: they
/// are so at their nearest image, and the skin is more than what rounding makes of distances.
bool can_search_pairs(const Box& box, double cutoff, double skin);

} // namespace mdsim
