// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/vec3.hpp"

namespace mdsim {

/// The lattices that can be built; hcp and wurtzite in orthorhombic cells with c/a = sqrt(8/3).
enum class Lattice { sc, bcc, fcc, hcp, diamond, rocksalt, zincblende, wurtzite };

/// A place or a direction in whole numbers.
using WholeVector = Vec3<std::int64_t>;

/// The conventional cell of a lattice in whole numbers, which know no rounding.
struct ConventionalCell {
    /// The parts of an edge in which places are counted.
    static constexpr std::int64_t parts = 24;

    WholeVector squares{1, 1, 1};   ///< of its edges, up to a common factor
    std::vector<WholeVector> sites; ///< in parts of its edges; from 0 to below `parts`
    std::vector<std::size_t> kinds; ///< the sublattice of each site, which ascend
};

/// The conventional cell of a lattice.
ConventionalCell conventional_cell(Lattice lattice);

/// A cell of which a crystal is built.
struct UnitCell {
    Vec3<double> edges{1, 1, 1};      ///< in units of the constant
    std::vector<Vec3<double>> sites;  ///< in fractions of these edges
    std::vector<std::size_t> origins; ///< the site of the conventional cell that each repeats
};

/// The conventional cell in numbers as structures have them.
UnitCell unit_cell(Lattice lattice);

/// The lengths of the edges of the conventional cell, in units of the constant.
Vec3<double> conventional_edges(Lattice lattice);

} // namespace mdsim
