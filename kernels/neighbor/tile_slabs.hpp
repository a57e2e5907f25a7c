// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/hd.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// A tile between planes along the faces of a tilted box: no atom beyond the range of lists from
/// one of its slabs has a pair with it.
///
/// The box around a tile, which is along the axes, reaches out of its brick there. An atom near
/// that box alone, which ranks beside the brick do not show, must be no slot of a rank that has all
/// atoms either, as the order of sums follows from the slots.
template <class Real> struct TileSlabs {
    std::uint32_t used; ///< 1: the box is tilted
    Vec3<Real> weight;  ///< from fractions to parts of the range, across each slab
    Vec3<Real> half;    ///< of the thickness of each slab, in parts of the range, and 1

    /// Heights of the box are in parts of the range for each unit of the fraction; `sides` are half
    /// those of the tile, in such units.
    MDSIM_HD void set(const Vec3<double>& height, const Vec3<double>& sides) {
        // Less than what a halo is wider for rounding.
        constexpr double rounding = 2e-5;
        for (int d = 0; d < 3; ++d) {
            weight[d] = static_cast<Real>(height[d]);
            half[d] = static_cast<Real>(1 + rounding + height[d] * sides[d]);
        }
    }

    /// Whether an atom is within the range of all slabs, at this place seen from the centre.
    MDSIM_HD bool reach(const Vec3<Real>& fraction) const {
        const Vec3<Real> u{fraction.x * weight.x, fraction.y * weight.y, fraction.z * weight.z};
        return u.x <= half.x && -u.x <= half.x && u.y <= half.y && -u.y <= half.y &&
               u.z <= half.z && -u.z <= half.z;
    }
};

} // namespace mdsim
