// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "core/fraction.hpp"
#include "core/math.hpp"
#include "core/matrix3.hpp"
#include "kernels/state/tiles_view.hpp"

namespace mdsim {

/// u - centre, `image` boxes along, in units of the fraction.
template <class Fraction> __device__ double image_distance(Fraction u, Fraction centre, int image) {
    using Bits = std::make_unsigned_t<Fraction>;
    const auto to = static_cast<Bits>(u);
    const auto from = static_cast<Bits>(centre);
    const double distance = to >= from ? static_cast<double>(static_cast<Bits>(to - from))
                                       : -static_cast<double>(static_cast<Bits>(from - to));
    constexpr double box = sizeof(Fraction) == 4 ? 0x1p32 : 0x1p64;
    return distance + image * box;
}

/// The nearest image of a point as seen from a centre, in units of the fraction.
template <class P>
__device__ Vec3<typename P::Real> nearest_fraction(const Vec3<typename P::Fraction>& u,
                                                   const Vec3<typename P::Fraction>& centre) {
    using Real = typename P::Real;
    const auto d = difference(u, centre);
    return {static_cast<Real>(d.x), static_cast<Real>(d.y), static_cast<Real>(d.z)};
}

/// The same by the matrix of a box [length].
template <class P>
__device__ Vec3<typename P::Real> nearest(const Vec3<typename P::Fraction>& u,
                                          const Vec3<typename P::Fraction>& centre,
                                          const LowerTriangular<typename P::Real>& length) {
    return nearest_fraction<P>(u, centre) * length;
}

/// A given image of a point as seen from a centre, with `moved` added, in units of the fraction.
template <class P>
__device__ Vec3<typename P::Real>
imaged_fraction(const Vec3<typename P::Fraction>& u, const Vec3<typename P::Fraction>& centre,
                const ImageCode& image, const Vec3<typename P::Fraction>& moved) {
    using Real = typename P::Real;
    const double x = image_distance(u.x, centre.x, image.x) + static_cast<double>(moved.x);
    const double y = image_distance(u.y, centre.y, image.y) + static_cast<double>(moved.y);
    const double z = image_distance(u.z, centre.z, image.z) + static_cast<double>(moved.z);
    return {static_cast<Real>(x), static_cast<Real>(y), static_cast<Real>(z)};
}

/// The same by the matrix of a box [length].
template <class P>
__device__ Vec3<typename P::Real>
imaged(const Vec3<typename P::Fraction>& u, const Vec3<typename P::Fraction>& centre,
       const ImageCode& image, const Vec3<typename P::Fraction>& moved,
       const LowerTriangular<typename P::Real>& length) {
    return imaged_fraction<P>(u, centre, image, moved) * length;
}

/// A box in real space, by its middle and half its sides [length].
template <class Real> struct RealBox {
    Vec3<Real> middle;
    Vec3<Real> half;
};

template <class Real> __device__ Real gap(Real distance, Real reach) {
    return fmax(fabs(distance) - reach, Real(0));
}

/// The squared distance between a box and a point.
template <class Real> __device__ Real distance2(const RealBox<Real>& a, const Vec3<Real>& point) {
    const Real x = gap(a.middle.x - point.x, a.half.x);
    const Real y = gap(a.middle.y - point.y, a.half.y);
    const Real z = gap(a.middle.z - point.z, a.half.z);
    return x * x + y * y + z * z;
}

/// The squared distance between two boxes.
template <class Real> __device__ Real distance2(const RealBox<Real>& a, const RealBox<Real>& b) {
    return distance2(RealBox<Real>{a.middle, a.half + b.half}, b.middle);
}

} // namespace mdsim
