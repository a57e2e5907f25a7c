// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "core/hd.hpp"

namespace mdsim {

/// A triple of numbers, usually the components of a vector in space.
template <class T> struct Vec3 {
    T x{};
    T y{};
    T z{};

    /// The component 0, 1 or 2.
    MDSIM_HD T& operator[](int i) {
        MDSIM_EXPECT(0 <= i && i < 3);
        return i == 0 ? x : (i == 1 ? y : z);
    }
    MDSIM_HD const T& operator[](int i) const {
        MDSIM_EXPECT(0 <= i && i < 3);
        return i == 0 ? x : (i == 1 ? y : z);
    }

    friend MDSIM_HD Vec3 operator+(const Vec3& a, const Vec3& b) {
        return {a.x + b.x, a.y + b.y, a.z + b.z};
    }
    friend MDSIM_HD Vec3 operator-(const Vec3& a, const Vec3& b) {
        return {a.x - b.x, a.y - b.y, a.z - b.z};
    }
    friend MDSIM_HD Vec3 operator*(T s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
    friend MDSIM_HD bool operator==(const Vec3& a, const Vec3& b) {
        return a.x == b.x && a.y == b.y && a.z == b.z;
    }
    friend MDSIM_HD bool operator!=(const Vec3& a, const Vec3& b) { return !(a == b); }
};

/// The scalar product, summed from x to z.
template <class T> MDSIM_HD T dot(const Vec3<T>& a, const Vec3<T>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

} // namespace mdsim
