// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/hd.hpp"
#include "core/math.hpp"

namespace mdsim {

/// Numbers that a spline keeps of each of its intervals.
inline constexpr std::size_t spline_numbers = 4;

/// How many knots a spline needs at least.
inline constexpr std::size_t least_knots = 5;

/// The coefficients c0 ... c3 of each interval between values at equal steps, four after four:
/// c0 + c1 t + c2 t^2 + c3 t^3, t from 0 to 1. At least `least_knots` values.
///
/// The cubic takes the values at both ends of its interval, and there the slopes of the five-point
/// formula (f[-2] - f[2] + 8 (f[1] - f[-1])) / 12; next to the first and last value the slopes are
/// those of their neighbours on both sides, at the ends one-sided. It is the interpolation by which
/// the tables of the DYNAMO and LAMMPS programs are read.
std::vector<double> spline_coefficients(std::span<const double> values);

/// A place on a spline: the interval, and where in it.
template <class Real> struct SplinePlace {
    Real interval;
    Real t; ///< from 0 to 1
};

/// Where a number lies that is given in steps of the spline; beyond either end it is that end.
template <class Real> MDSIM_HD SplinePlace<Real> spline_place(Real steps, Real last_interval) {
    const Real zero(static_cast<Scalar<Real>>(0));
    const Real one(static_cast<Scalar<Real>>(1));
    const Real interval = truncate(minimum(maximum(steps, zero), last_interval));
    return {interval, minimum(maximum(steps - interval, zero), one)};
}

/// The value of a cubic at t.
template <class Real> MDSIM_HD Real spline_value(const FourOf<Real>& c, Real t) {
    return fused_multiply_add(
        fused_multiply_add(fused_multiply_add(c.value[3], t, c.value[2]), t, c.value[1]), t,
        c.value[0]);
}

/// Its slope, per step.
template <class Real> MDSIM_HD Real spline_slope(const FourOf<Real>& c, Real t) {
    const Real two(static_cast<Scalar<Real>>(2));
    const Real three(static_cast<Scalar<Real>>(3));
    return fused_multiply_add(fused_multiply_add(three * c.value[3], t, two * c.value[2]), t,
                              c.value[1]);
}

} // namespace mdsim
