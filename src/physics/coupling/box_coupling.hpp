// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

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

/// What a coupling that keeps the angles of the box leaves of such numbers of its edges: edges that
/// change together share the mean.
MDSIM_HD Vec3<double> free_part(const Vec3<double>& of_edges, BoxCoupling coupling) {
    MDSIM_EXPECT(coupling != BoxCoupling::full);
    const auto& [xx, yy, zz] = of_edges;
    if (coupling == BoxCoupling::anisotropic) return of_edges;
    if (coupling == BoxCoupling::semi_isotropic) {
        const double mean = (xx + yy) / 2;
        return {mean, mean, zz};
    }
    const double mean = (xx + yy + zz) / 3;
    return {mean, mean, mean};
}

/// The same of all components: a shear that is not free has none.
inline StrainNumbers free_part(const StrainNumbers& numbers, BoxCoupling coupling) {
    if (coupling == BoxCoupling::full) return numbers;
    const Vec3<double> edges =
        free_part(Vec3<double>{numbers[0], numbers[1], numbers[2]}, coupling);
    return {edges.x, edges.y, edges.z, 0, 0, 0};
}

/// The matrix 1 + strain, by which the edges of a box are multiplied from the right.
inline LowerTriangular<double> gradient_of(const StrainNumbers& strain) {
    const auto& [xx, yy, zz, xy, xz, yz] = strain;
    return {1 + xx, xy, 1 + yy, xz, yz, 1 + zz};
}

} // namespace mdsim
