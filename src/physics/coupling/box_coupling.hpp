// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "core/elementary.hpp"
#include "core/matrix3.hpp"

namespace mdsim {

/// Which strains of a box go together.
enum class BoxCoupling {
    isotropic,      ///< all edges change by the same factor
    semi_isotropic, ///< those along x and y; the one along z by itself
    anisotropic,    ///< each edge by itself
    full            ///< each component of the strain
};

/// A number for each component of a strain, or of a stress: xx, yy, zz, xy, xz, yz.
using StrainNumbers = std::array<double, 6>;

/// What a coupling leaves of such numbers: edges that change together share the mean, and a shear
/// that is not free has none.
MDSIM_HD StrainNumbers free_part(const StrainNumbers& numbers, BoxCoupling coupling) {
    const auto& [xx, yy, zz, xy, xz, yz] = numbers;
    if (coupling == BoxCoupling::full) return numbers;
    if (coupling == BoxCoupling::anisotropic) return {xx, yy, zz, 0, 0, 0};
    if (coupling == BoxCoupling::semi_isotropic) {
        const double mean = (xx + yy) / 2;
        return {mean, mean, zz, 0, 0, 0};
    }
    const double mean = (xx + yy + zz) / 3;
    return {mean, mean, mean, 0, 0, 0};
}

/// The strains that move by themselves.
MDSIM_HD int free_strains(BoxCoupling coupling) {
    switch (coupling) {
    case BoxCoupling::full:
        return 6;
    case BoxCoupling::anisotropic:
        return 3;
    case BoxCoupling::semi_isotropic:
        return 2;
    default:
        return 1;
    }
}

/// The matrix of a strain, with which the edges of a box are multiplied from the right: a row of
/// edges (x, y, z) changes by its product with it.
MDSIM_HD LowerTriangular<double> matrix_of(const StrainNumbers& strain) {
    const auto& [xx, yy, zz, xy, xz, yz] = strain;
    return {xx, xy, yy, xz, yz, zz};
}

/// The matrix 1 + strain.
inline LowerTriangular<double> gradient_of(const StrainNumbers& strain) {
    return scaling(1.0) + matrix_of(strain);
}

/// The exponential of the matrix of a strain of a few per cent, to rounding.
MDSIM_HD LowerTriangular<double> exponential_of(const StrainNumbers& strain) {
    LowerTriangular<double> power = diagonal(
        Vec3<double>{exponential(strain[0]), exponential(strain[1]), exponential(strain[2])});
    if (strain[3] == 0 && strain[4] == 0 && strain[5] == 0) return power;
    constexpr int terms = 12;
    const LowerTriangular<double> s = matrix_of(strain);
    LowerTriangular<double> series = scaling(1.0);
    for (int k = terms; k > 0; --k) series = scaling(1.0) + (1.0 / k) * (s * series);
    power.xy = series.xy;
    power.xz = series.xz;
    power.yz = series.yz;
    return power;
}

/// What becomes of a symmetric tensor of products a b of row vectors as each of these is multiplied
/// with the transpose of a matrix.
MDSIM_HD StrainNumbers turned(const StrainNumbers& tensor, const LowerTriangular<double>& h) {
    const auto& [xx, yy, zz, xy, xz, yz] = tensor;
    const Vec3<double> x = times_transpose({xx, xy, xz}, h), y = times_transpose({xy, yy, yz}, h),
                       z = times_transpose({xz, yz, zz}, h);
    return {h.xx * x.x, h.xy * x.y + h.yy * y.y, h.xz * x.z + h.yz * y.z + h.zz * z.z, h.xx * x.y,
            h.xx * x.z, h.xy * x.z + h.yy * y.z};
}

} // namespace mdsim
