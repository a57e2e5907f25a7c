// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/hd.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// factor v + shift, computed in double: the factors of thermostats differ from one by less than a
/// float can tell.
template <class Real>
MDSIM_HD Vec3<Real> transformed_velocity(const Vec3<Real>& v, double factor,
                                         const Vec3<double>& shift) {
    return {static_cast<Real>(factor * static_cast<double>(v.x) + shift.x),
            static_cast<Real>(factor * static_cast<double>(v.y) + shift.y),
            static_cast<Real>(factor * static_cast<double>(v.z) + shift.z)};
}

} // namespace mdsim
