// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "core/fraction.hpp"
#include "core/matrix3.hpp"

namespace mdsim {

/// From differences of fractions to lengths and back: the edge matrix in units of the fraction.
template <class P> struct FractionScale {
    using Real = typename P::Real;
    using Fraction = typename P::Fraction;

    LowerTriangular<Real> length;   ///< [length / unit of the fraction]
    LowerTriangular<Real> fraction; ///< its inverse

    FractionScale() = default;
    MDSIM_HD explicit FractionScale(const LowerTriangular<double>& edges) {
        MDSIM_EXPECT(edges.xx > 0 && edges.yy > 0 && edges.zz > 0);
        const double quantum = sizeof(Fraction) == 4 ? 0x1p-32 : 0x1p-64;
        length = scaled(edges, quantum);
        fraction = scaled(inverse(edges), 1 / quantum);
    }

    /// Whether the box has no tilt.
    MDSIM_HD bool straight() const { return length.xy == 0 && length.xz == 0 && length.yz == 0; }

  private:
    MDSIM_HD static LowerTriangular<Real> scaled(const LowerTriangular<double>& m, double s) {
        return {static_cast<Real>(m.xx * s), static_cast<Real>(m.xy * s),
                static_cast<Real>(m.yy * s), static_cast<Real>(m.xz * s),
                static_cast<Real>(m.yz * s), static_cast<Real>(m.zz * s)};
    }
};

} // namespace mdsim
