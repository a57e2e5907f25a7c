// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/hd.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// factor v + shift, with a factor for each axis, computed in double: the factors of thermostats
/// differ from one by less than a float can tell.
template <class Real>
MDSIM_HD Vec3<Real> transformed_velocity(const Vec3<Real>& v, const Vec3<double>& factor,
                                         const Vec3<double>& shift) {
    return {static_cast<Real>(factor.x * static_cast<double>(v.x) + shift.x),
            static_cast<Real>(factor.y * static_cast<double>(v.y) + shift.y),
            static_cast<Real>(factor.z * static_cast<double>(v.z) + shift.z)};
}
template <class Real>
MDSIM_HD Vec3<Real> transformed_velocity(const Vec3<Real>& v, double factor,
                                         const Vec3<double>& shift) {
    return transformed_velocity(v, Vec3<double>{factor, factor, factor}, shift);
}

} // namespace mdsim
