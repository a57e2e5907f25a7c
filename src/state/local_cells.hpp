// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/ids.hpp"

namespace mdsim {

/// A cell of the global grid as one rank holds it: a run of its arrays.
struct LocalCell {
    std::int64_t cell = 0; ///< index in the global grid
    LocalIndex first = 0;
    std::uint32_t count =
        0; ///< of a halo cell only the atoms that may come near those of this rank's brick
    bool owned = false;
};

/// The cells that a rank owns or sees, in the order of the global grid (a device has an order of
/// its own); their atoms follow each other without gaps in the rank's arrays.
struct LocalCells {
    static constexpr std::int32_t absent = -1;

    std::vector<LocalCell> cells;
    std::vector<std::int32_t>
        place;            ///< for each cell of the global grid its index in `cells`, or absent
    LocalIndex atoms = 0; ///< owned and halo
    LocalIndex owned_atoms = 0;
};

} // namespace mdsim
