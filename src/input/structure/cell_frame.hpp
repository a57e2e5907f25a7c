// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>

#include "core/matrix3.hpp"
#include "core/vec3.hpp"

namespace mdsim::source {

/// The rotation that brings three edge vectors to lower-triangular form: the first along x, the
/// second in the xy plane with y > 0, the third with z > 0. Lengths and angles do not change.
struct CellFrame {
    LowerTriangular<double> edges;    ///< the rotated edges [length]
    std::array<Vec3<double>, 3> axes; ///< the new unit vectors in the old frame
    bool rotated = false;             ///< false: the edges were lower-triangular already

    /// The components of a vector of the file in the new frame; exact where nothing is rotated.
    Vec3<double> turned(const Vec3<double>& v) const {
        return rotated ? Vec3<double>{dot(v, axes[0]), dot(v, axes[1]), dot(v, axes[2])} : v;
    }
};

/// Finds the frame of edge vectors given as rows [length]. Where they span no volume, or are
/// left-handed, `fault` says so and the result means nothing.
CellFrame cell_frame(const std::array<Vec3<double>, 3>& rows, std::string& fault);

} // namespace mdsim::source
