// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// Any 3x3 matrix, row by row.
template <class T> struct Matrix3 {
    T value[9];

    friend bool operator==(const Matrix3& a, const Matrix3& b) {
        for (int k = 0; k < 9; ++k)
            if (a.value[k] != b.value[k]) return false;
        return true;
    }
};

/// Adds the product of a column and a row.
template <class T> MDSIM_HD void add_outer(const Vec3<T>& a, const Vec3<T>& b, Matrix3<T>& sum) {
    const T products[9] = {a.x * b.x, a.x * b.y, a.x * b.z, a.y * b.x, a.y * b.y,
                           a.y * b.z, a.z * b.x, a.z * b.y, a.z * b.z};
    for (int k = 0; k < 9; ++k) sum.value[k] += products[k];
}

/// A symmetric matrix given as xx, yy, zz, xy, xz, yz.
template <class T> MDSIM_HD Matrix3<T> symmetric(const T (&w)[6]) {
    return {{w[0], w[3], w[4], w[3], w[1], w[5], w[4], w[5], w[2]}};
}

/// A lower-triangular 3x3 matrix; its rows are the edge vectors of a box.
template <class T> struct LowerTriangular {
    T xx{};
    T xy{}; ///< x component of the second row
    T yy{};
    T xz{}; ///< x component of the third row
    T yz{}; ///< y component of the third row
    T zz{};

    friend MDSIM_HD bool operator==(const LowerTriangular& a, const LowerTriangular& b) {
        return a.xx == b.xx && a.xy == b.xy && a.yy == b.yy && a.xz == b.xz && a.yz == b.yz &&
               a.zz == b.zz;
    }
    friend MDSIM_HD bool operator!=(const LowerTriangular& a, const LowerTriangular& b) {
        return !(a == b);
    }
};

/// Whether all elements are numbers, and their sum is.
template <class T> MDSIM_HD bool is_finite(const LowerTriangular<T>& h) {
    const T sum = h.xx + h.xy + h.yy + h.xz + h.yz + h.zz;
    return sum - sum == 0;
}

/// The matrix that multiplies all components by a factor.
template <class T> MDSIM_HD LowerTriangular<T> scaling(T factor) {
    return {factor, T(0), factor, T(0), T(0), factor};
}

/// The matrix that multiplies each component by its factor.
template <class T> MDSIM_HD LowerTriangular<T> diagonal(const Vec3<T>& factor) {
    return {factor.x, T(0), factor.y, T(0), T(0), factor.z};
}

/// The row vector s times the matrix: from fractions of the edges to Cartesian components.
template <class T> MDSIM_HD Vec3<T> operator*(const Vec3<T>& s, const LowerTriangular<T>& h) {
    return {s.x * h.xx + s.y * h.xy + s.z * h.xz, s.y * h.yy + s.z * h.yz, s.z * h.zz};
}

/// The row vector v times the transpose of the matrix.
template <class T> MDSIM_HD Vec3<T> times_transpose(const Vec3<T>& v, const LowerTriangular<T>& h) {
    return {v.x * h.xx, v.x * h.xy + v.y * h.yy, v.x * h.xz + v.y * h.yz + v.z * h.zz};
}

template <class T> MDSIM_HD LowerTriangular<T> operator*(T s, const LowerTriangular<T>& h) {
    return {s * h.xx, s * h.xy, s * h.yy, s * h.xz, s * h.yz, s * h.zz};
}
template <class T>
MDSIM_HD LowerTriangular<T> operator+(const LowerTriangular<T>& a, const LowerTriangular<T>& b) {
    return {a.xx + b.xx, a.xy + b.xy, a.yy + b.yy, a.xz + b.xz, a.yz + b.yz, a.zz + b.zz};
}

/// The product of two such matrices, again lower-triangular.
template <class T>
MDSIM_HD LowerTriangular<T> operator*(const LowerTriangular<T>& a, const LowerTriangular<T>& b) {
    return {a.xx * b.xx,
            a.xy * b.xx + a.yy * b.xy,
            a.yy * b.yy,
            a.xz * b.xx + a.yz * b.xy + a.zz * b.xz,
            a.yz * b.yy + a.zz * b.yz,
            a.zz * b.zz};
}

/// The inverse, again lower-triangular; the diagonal must not contain zero.
template <class T> MDSIM_HD LowerTriangular<T> inverse(const LowerTriangular<T>& h) {
    MDSIM_EXPECT(h.xx != 0 && h.yy != 0 && h.zz != 0);
    LowerTriangular<T> inv;
    inv.xx = T(1) / h.xx;
    inv.yy = T(1) / h.yy;
    inv.zz = T(1) / h.zz;
    inv.xy = -h.xy * inv.xx * inv.yy;
    inv.yz = -h.yz * inv.yy * inv.zz;
    inv.xz = (h.xy * h.yz - h.xz * h.yy) * inv.xx * inv.yy * inv.zz;
    return inv;
}

} // namespace mdsim
