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

/// What a coupling leaves of such numbers: edges that change together share the mean, and a shear
/// that is not free has none.
StrainNumbers free_part(const StrainNumbers& numbers, BoxCoupling coupling);

/// The matrix 1 + strain, by which the edges of a box are multiplied from the right.
inline LowerTriangular<double> gradient_of(const StrainNumbers& strain) {
    const auto& [xx, yy, zz, xy, xz, yz] = strain;
    return {1 + xx, xy, 1 + yy, xz, yz, 1 + zz};
}

} // namespace mdsim
