// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/vec3.hpp"

namespace mdsim {

/// Another atom as one atom sees it, or an image of an atom, also of itself.
struct Neighbor {
    Vec3<double> way;     ///< to it [length]
    double distance2 = 0; ///< [length^2]
    std::int64_t id = 0;
};

} // namespace mdsim
