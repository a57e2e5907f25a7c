// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "core/matrix3.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// The simulation box: three edge vectors (rows of `edges`), a corner, and which directions repeat.
struct Box {
    LowerTriangular<double> edges; ///< [length]
    Vec3<double> origin;           ///< the corner where all fractions are zero [length]
    std::array<bool, 3> periodic{true, true, true};

    bool orthorhombic() const { return edges.xy == 0 && edges.xz == 0 && edges.yz == 0; }

    /// The volume spanned by the edges [length^3].
    double volume() const { return edges.xx * edges.yy * edges.zz; }

    /// The distances between opposite faces [length].
    Vec3<double> heights() const;

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
