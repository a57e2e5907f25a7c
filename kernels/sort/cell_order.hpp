// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/runtime/stream.hpp"
#include "kernels/state/atoms_view.hpp"
#include "state/cell_grid.hpp"

namespace mdsim {

/// Finds the canonical order of atoms: by cell of the global grid, then along Hilbert's curve
/// through the cell, then by id. What results depends on the atoms alone.
template <class P> class CellOrder {
  public:
    CellOrder(const CellGrid& grid, std::size_t atoms);

    /// Queues the sorting by the present positions; image counts are brought up to date.
    void sort(const Stream& stream, const AtomsView<P>& atoms);

    /// The atoms in their order, by the places they have now.
    const LocalIndex* order() const { return order_.data(); }
    /// Where the atoms of each cell begin, with the number of all atoms at the end.
    const LocalIndex* cell_first() const { return cell_first_.data(); }
    const CellGrid& grid() const { return grid_; }
    std::size_t bytes() const;

  private:
    CellGrid grid_;
    int levels_ = 0;   ///< of the curve in a cell
    int key_bits_ = 0; ///< that differ
    Buffer<std::uint32_t, Device> key_;
    Buffer<std::uint32_t, Device> sorted_key_;
    Buffer<LocalIndex, Device> order_;
    Buffer<LocalIndex, Device> sorted_order_;
    Buffer<LocalIndex, Device> cell_first_;
    Buffer<std::byte, Device> scratch_;
    std::size_t scratch_bytes_ = 0;
};

} // namespace mdsim
