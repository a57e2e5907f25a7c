// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/box.hpp"
#include "core/math.hpp"
#include "core/matrix3.hpp"

namespace mdsim {

/// At least this part of any length in a box with edges `built` is left of it where they have
/// become `now`, at most 1, which it is where they are the same.
///
/// The smallest singular value of F, by which lengths change, is at least 1 - |F - 1|, with the
/// Frobenius norm; of a diagonal matrix it is the smallest entry.
MDSIM_HD double least_length_ratio(const LowerTriangular<double>& built,
                                   const LowerTriangular<double>& now) {
    if (now == built) return 1;
    const LowerTriangular<double> f = inverse(built) * now;
    const double shear = f.xy * f.xy + f.xz * f.xz + f.yz * f.yz;
    if (shear == 0) {
        const double least = f.xx < f.yy ? f.xx : f.yy;
        const double of_all = least < f.zz ? least : f.zz;
        return of_all < 1 ? of_all : 1;
    }
    const double x = f.xx - 1, y = f.yy - 1, z = f.zz - 1;
    return 1 - square_root(x * x + y * y + z * z + shear);
}

/// The farthest that an atom may be from its place at the last rebuild when a step begins [length]:
/// two such ways still differ from those the other way round the box.
MDSIM_HD double unambiguous_move(const LowerTriangular<double>& edges) {
    const Vec3<double> h = heights_of(edges);
    const double least = h.x < h.y ? h.x : h.y;
    return 0.25 * (least < h.z ? least : h.z);
}

/// How far atoms may be from their places at the last rebuild before lists can be stale. Where the
/// box has shrunk since, atoms that were not listed then are nearer, by as much as the range of the
/// lists has shrunk.
struct AllowedMove {
    double unstrained = 0; ///< in the box of the last rebuild [length]
    double per_strain = 0; ///< less for each part by which lengths have become shorter [length]

    /// The limit in a box with edges `now`; it may be negative: then lists are stale whatever atoms
    /// did.
    MDSIM_HD double in(const LowerTriangular<double>& built,
                       const LowerTriangular<double>& now) const {
        const double left = unstrained - (1 - least_length_ratio(built, now)) * per_strain;
        const double farthest = unambiguous_move(now);
        return left < farthest ? left : farthest;
    }

    bool operator==(const AllowedMove&) const = default;
};

} // namespace mdsim
