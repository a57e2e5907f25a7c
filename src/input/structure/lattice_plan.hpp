// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/error.hpp"
#include "input/structure/lattice.hpp"
#include "input/structure/lattice_cell.hpp"
#include "input/structure/region.hpp"

namespace mdsim {

/// Where the cells of a lattice lie in its box, and which of their sites are kept.
struct LatticePlan {
    LatticeCell cell;
    Box box;
    BoxPart part;
    std::array<std::int64_t, 3> cells{1, 1, 1};
    Vec3<double> edge;         ///< of a cell [length]
    Vec3<double> corner;       ///< of the first cell [length]
    Vec3<double> low{0, 0, 0}; ///< fractions between which sites are kept, where they are cut
    Vec3<double> high{1, 1, 1};
    bool cut = false; ///< whether not all sites are kept
};

/// The plan of a lattice without errors.
///
/// Cells that fill a direction begin at the corner of the box. They are stretched by up to 1e-4 to
/// fit it, if it is periodic. A region that does not reach around the box has a corner of a cell in
/// its centre; the lattice then need not fit the box. Other cells have their atoms in the middle.
LatticePlan plan_lattice(const LatticeSpec& spec);

/// The most sites that a lattice may have, those included that regions leave out.
inline constexpr std::int64_t most_lattice_sites = std::int64_t{1} << 44;

/// What makes a plan impossible, once sizes and the cell are valid: cells that do not fit their
/// box.
std::vector<Diagnostic> lattice_plan_faults(const LatticeSpec& spec);

} // namespace mdsim
