// SPDX-License-Identifier: BSD-3-Clause
#include "core/box.hpp"

#include <cmath>

#include "core/contract.hpp"

namespace mdsim {

Vec3<double> Box::heights() const {
    MDSIM_EXPECT(volume() > 0);
    // The height above a face is the inverse length of the matching column of the inverse matrix.
    const LowerTriangular<double> inv = inverse(edges);
    return {1.0 / std::sqrt(inv.xx * inv.xx + inv.xy * inv.xy + inv.xz * inv.xz),
            1.0 / std::sqrt(inv.yy * inv.yy + inv.yz * inv.yz), edges.zz};
}

} // namespace mdsim
