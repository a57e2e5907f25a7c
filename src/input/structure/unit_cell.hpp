// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/vec3.hpp"

namespace mdsim {

/// The lattices that can be built; hcp in its orthorhombic cell of four atoms with c/a = sqrt(8/3).
enum class Lattice { sc, bcc, fcc, hcp, diamond };

/// The edges of a cell in units of the constant, and its sites in fractions of these edges.
struct UnitCell {
    Vec3<double> edges{1, 1, 1};
    std::vector<Vec3<double>> sites;
};

/// The conventional cell of a lattice.
UnitCell unit_cell(Lattice lattice);

} // namespace mdsim
