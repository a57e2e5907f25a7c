// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/hd.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// What the slopes of two atoms make of moments with directions, a vector and a symmetric tensor,
/// where d points from the first atom to the second. Slopes are those of one number, of the vector
/// as x, y, z, and of the tensor as xx, yy, zz, xy, xz, yz.
template <class Real> struct SlopesOfPair {
    Vec3<Real> vector; ///< by their difference, as a neighbour lies in the opposite direction
    Vec3<Real> tensor; ///< the gradient by d of the sum of slope_ab d_a d_b

    MDSIM_HD SlopesOfPair(const Real* own, const Real* other, const Vec3<Real>& d)
        : vector{own[1] - other[1], own[2] - other[2], own[3] - other[3]} {
        Real s[6];
        for (int k = 0; k < 6; ++k) s[k] = own[4 + k] + other[4 + k];
        tensor = {2 * s[0] * d.x + s[3] * d.y + s[4] * d.z,
                  s[3] * d.x + 2 * s[1] * d.y + s[5] * d.z,
                  s[4] * d.x + s[5] * d.y + 2 * s[2] * d.z};
    }
};

} // namespace mdsim
