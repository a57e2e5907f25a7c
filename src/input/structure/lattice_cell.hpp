// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "core/error.hpp"
#include "input/structure/lattice.hpp"

namespace mdsim {

/// The cell that a lattice repeats, and how its sites are divided into sublattices.
struct LatticeCell {
    UnitCell cell;
    std::vector<std::size_t> sublattices; ///< the one of each site of the cell
    std::vector<std::int64_t> numbers;    ///< of each site: its number in its sublattice
    std::vector<std::int64_t> sizes;      ///< of each sublattice: its sites in the cell
    std::vector<TypeId> holds;            ///< of each sublattice: its entry in the basis

    std::int64_t sites() const { return static_cast<std::int64_t>(cell.sites.size()); }
};

/// The cell of a lattice without errors: the conventional one, or the smallest along the directions
/// of `orient` with which atoms and not only sites repeat.
LatticeCell lattice_cell(const LatticeSpec& spec);

/// What keeps a lattice from having a cell: a basis of another length, directions at wrong angles,
/// or with too many sites before they repeat.
std::vector<Diagnostic> lattice_cell_faults(const LatticeSpec& spec);

} // namespace mdsim
