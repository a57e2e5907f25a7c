// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace mdsim {

/// How lists are built, the same on every rank.
struct ListSettings {
    double skin = 0;               ///< lists go this far beyond each pair's cutoff [length]
    double sampled_range = 0;      ///< or hold all pairs within this, where it is more [length]
    std::uint32_t tile_target = 0; ///< atoms in a tile, about
    /// Atoms may move as far as missing pairs are searched for; otherwise by half the skin.
    bool searched = false;

    /// The range of a list for a pair that potentials truncate at a cutoff, 0 where none acts; 0
    /// where no range is sampled either [length].
    double range(double cutoff) const;
};

} // namespace mdsim
