// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/contract.hpp"
#include "core/hd.hpp"
#include "core/ids.hpp"
#include "kernels/state/atoms_view.hpp"

namespace mdsim {

/// Where kernels that move atoms note those that are displaced far from their reference positions,
/// cell by cell, in any order: those beyond BoxLengths::noted2.
struct DisplacedAtoms {
    std::uint32_t capacity = 0; ///< for the atoms of each cell; 0: none are noted
    /// Of each cell, counted also where there was no capacity: one for positions in the first
    /// buffer, one for positions in the second.
    std::uint32_t* count[2] = {nullptr, nullptr};
    LocalIndex* atom = nullptr; ///< [cell][capacity]

    /// Displaced atom number `number` of a cell.
    MDSIM_HD LocalIndex atom_of(std::uint32_t cell, std::uint32_t number) const {
        MDSIM_EXPECT(number < capacity);
        return atom[std::size_t{cell} * capacity + number];
    }
};

} // namespace mdsim
