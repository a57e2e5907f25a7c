// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "core/contract.hpp"
#include "core/math.hpp"
#include "core/matrix3.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// The distances between opposite faces of a box with such edges [length].
MDSIM_HD Vec3<double> heights_of(const LowerTriangular<double>& edges) {
    MDSIM_EXPECT(edges.xx > 0 && edges.yy > 0 && edges.zz > 0);
    // The height above a face is the inverse length of the matching column of the inverse matrix.
    const LowerTriangular<double> inv = inverse(edges);
    return {1.0 / square_root(inv.xx * inv.xx + inv.xy * inv.xy + inv.xz * inv.xz),
            1.0 / square_root(inv.yy * inv.yy + inv.yz * inv.yz), edges.zz};
}

/// The simulation box: three edge vectors (rows of `edges`), a corner, and which directions repeat.
struct Box {
    LowerTriangular<double> edges; ///< [length]
    Vec3<double> origin;           ///< the corner where all fractions are zero [length]
    std::array<bool, 3> periodic{true, true, true};

    bool orthorhombic() const { return edges.xy == 0 && edges.xz == 0 && edges.yz == 0; }

    /// The volume spanned by the edges [length^3].
    double volume() const { return edges.xx * edges.yy * edges.zz; }

    /// The distances between opposite faces [length].
    Vec3<double> heights() const { return heights_of(edges); }

    /// Fractions of the edges, unwrapped, of a Cartesian position.
    Vec3<double> to_fraction(const Vec3<double>& position) const {
        return (position - origin) * inverse(edges);
    }

    /// The Cartesian position of fractions of the edges [length].
    Vec3<double> to_position(const Vec3<double>& fraction) const {
        return fraction * edges + origin;
    }
};

} // namespace mdsim
