// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/contract.hpp"
#include "core/matrix3.hpp"

namespace mdsim {

/// Another choice of the edges of a box that repeats at the same places: b becomes b + xy a, and c
/// becomes c + yz b + xz a, of the edges before. The lattice that they span stays, and the volume.
///
/// As a matrix, which multiplies edges from the left, it is of integers, lower-triangular, with 1
/// on the diagonal: so is its inverse, and nothing about it is rounded.
struct LatticeFlip {
    std::int64_t xy = 0; ///< how many a are added to b
    std::int64_t xz = 0; ///< a to c
    std::int64_t yz = 0; ///< b to c

    bool none() const { return xy == 0 && xz == 0 && yz == 0; }

    LatticeFlip inverse() const { return {-xy, xy * yz - xz, -yz}; }

    /// The flip `first`, and then `second`.
    friend LatticeFlip operator*(const LatticeFlip& second, const LatticeFlip& first) {
        return {second.xy + first.xy, second.xz + second.yz * first.xy + first.xz,
                second.yz + first.yz};
    }

    /// The edges that it makes of some; tilts are rounded to numbers.
    friend LowerTriangular<double> operator*(const LatticeFlip& flip,
                                             const LowerTriangular<double>& edges) {
        const auto k = static_cast<double>(flip.xy), l = static_cast<double>(flip.yz),
                   m = static_cast<double>(flip.xz);
        return {edges.xx,
                edges.xy + k * edges.xx,
                edges.yy,
                edges.xz + l * edges.xy + m * edges.xx,
                edges.yz + l * edges.yy,
                edges.zz};
    }

    bool operator==(const LatticeFlip&) const = default;
};

/// How far an edge may lean, as a part of the edge that it leans towards. Beyond a half there is a
/// less slanted box of the same lattice; what is beyond that here keeps a tilt that fluctuates
/// about a half from turning the box to and fro.
inline constexpr double most_slant = 0.55;

/// Whether a tilt is beyond that.
MDSIM_HD bool leans_too_far(double tilt, double edge) {
    return (tilt < 0 ? -tilt : tilt) > most_slant * edge;
}

/// Whether an edge leans farther.
MDSIM_HD bool is_slanted(const LowerTriangular<double>& edges) {
    return leans_too_far(edges.xy, edges.xx) || leans_too_far(edges.xz, edges.xx) ||
           leans_too_far(edges.yz, edges.yy);
}

/// The flip after which edges that lean too far lean by half of what they lean towards at most;
/// others stay as they are, unless one that they lean on changes.
inline LatticeFlip straightening(const LowerTriangular<double>& edges) {
    MDSIM_EXPECT(is_finite(edges) && edges.xx > 0 && edges.yy > 0);
    constexpr double most = 1e9; // far beyond any box that still has a height
    const auto whole = [&](double tilt, double edge) {
        if (!leans_too_far(tilt, edge)) return std::int64_t{0};
        return static_cast<std::int64_t>(-std::round(std::clamp(tilt / edge, -most, most)));
    };
    LatticeFlip flip;
    flip.yz = whole(edges.yz, edges.yy);
    flip.xz = whole((flip * edges).xz, edges.xx);
    flip.xy = whole(edges.xy, edges.xx);
    return flip;
}

} // namespace mdsim
