// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/hd.hpp"
#include "core/matrix3.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// v times the transpose of `factor`, plus `shift`, computed in double: the factors of thermostats
/// differ from one by less than a float can tell. A diagonal factor multiplies each component.
template <class Real>
MDSIM_HD Vec3<Real> transformed_velocity(const Vec3<Real>& v, const LowerTriangular<double>& factor,
                                         const Vec3<double>& shift) {
    const Vec3<double> wide{static_cast<double>(v.x), static_cast<double>(v.y),
                            static_cast<double>(v.z)};
    const Vec3<double> sum = times_transpose(wide, factor) + shift;
    return {static_cast<Real>(sum.x), static_cast<Real>(sum.y), static_cast<Real>(sum.z)};
}
template <class Real>
MDSIM_HD Vec3<Real> transformed_velocity(const Vec3<Real>& v, double factor,
                                         const Vec3<double>& shift) {
    return transformed_velocity(v, scaling(factor), shift);
}

} // namespace mdsim
