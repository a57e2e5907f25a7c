// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <variant>

#include "core/vec3.hpp"

namespace mdsim {

/// Products of what an atom was and what it is now, the same on processors and devices.
namespace product {

/// The square of the distance between the two.
struct SquaredDistance {
    MDSIM_HD double operator()(const Vec3<double>& then, const Vec3<double>& now) const {
        const Vec3<double> way = now - then;
        return dot(way, way);
    }
};

struct Scalar {
    MDSIM_HD double operator()(const Vec3<double>& then, const Vec3<double>& now) const {
        return dot(then, now);
    }
};

} // namespace product

using AnyProduct = std::variant<product::SquaredDistance, product::Scalar>;

} // namespace mdsim
