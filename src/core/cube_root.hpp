// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/exponential.hpp"
#include "core/logarithm.hpp"
#include "core/math.hpp"

namespace mdsim {

/// The correctly rounded cube root of a number from 1e-200 to 1e200, or 0: edges of boxes follow
/// from it, and a library's may be off in the last place, and differs between versions.
///
/// A first guess, a Newton step, and a second one whose residual x - y^3 is exact to 2^-104 of x.
/// Only a root that is nearer than 2^-103 to the middle of two numbers could be rounded wrongly.
inline double cube_root(double x) {
    if (!(x > 0)) return x;
    double y = exponential(logarithm(x) / 3);
    y -= (y * y * y - x) / (3 * y * y);
    const double square = y * y;
    const double square_error = fused_multiply_add(y, y, -square);
    const double cube = square * y;
    const double cube_error = fused_multiply_add(square, y, -cube);
    const double residual = (x - cube) - fused_multiply_add(square_error, y, cube_error);
    return y + residual / (3 * square);
}

} // namespace mdsim
