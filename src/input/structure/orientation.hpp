// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "input/structure/unit_cell.hpp"

namespace mdsim {

/// The directions of a crystal, in edges of its conventional cell, that lie along x, y and z.
using Orientation = std::array<WholeVector, 3>;

/// The scalar product of two directions, with the squares of the edges, up to a common factor.
std::int64_t metric_product(const ConventionalCell& cell, const WholeVector& a,
                            const WholeVector& b);

/// The shortest direction in whole numbers along another one, which is not zero.
WholeVector shortest_along(const WholeVector& direction);

/// The shortest direction at right angles to two others, so that the three are right-handed; zero
/// if these are parallel.
WholeVector third_direction(const ConventionalCell& cell, const WholeVector& a,
                            const WholeVector& b);

/// What keeps directions from being those of the axes: zeros, angles, left hands. Each error is at
/// a key of system.lattice.orient and names a direction that would do.
std::vector<Diagnostic> orientation_faults(Lattice lattice, const Orientation& orientation);

/// "[1, 1, -2]"
std::string direction_text(const WholeVector& direction);

} // namespace mdsim
