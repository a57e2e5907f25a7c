// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/runtime/stream.hpp"
#include "kernels/state/atoms_view.hpp"
#include "kernels/state/cell_map.hpp"
#include "state/cell_grid.hpp"

namespace mdsim {

/// How far atoms are ordered.
enum class OrderDepth {
    cells, ///< by cell; the order in a cell is any
    curve  ///< by cell, then along Hilbert's curve through the cell, then by id
};

/// What finding that order takes, about [bytes for each atom].
constexpr double order_bytes(OrderDepth depth) {
    constexpr double of_order = sizeof(LocalIndex);
    // Keys before and after the radix sort, an order without regard to ties, and its own scratch.
    constexpr double of_radix = 3 * sizeof(std::uint32_t) + 8;
    return depth == OrderDepth::cells ? of_order : of_order + of_radix;
}

/// Finds the order of a rank's atoms by cell: they are counted, and where cells need an order
/// within, sorted by radix. One tree over all atoms of a cell needs none. Counting needs no memory
/// but for the order: what it notes of each atom lies where the next step will write its position.
/// The order in a cell does not depend on how many ranks share the grid.
template <class P> class CellOrder {
  public:
    /// For arrays of so many atoms, where all ranks together have `total`.
    CellOrder(const CellGrid& grid, std::size_t capacity, double total);

    /// Queues the sorting of a rank that is alone, into cells of this order, by the present
    /// positions; image counts are brought up to date.
    void sort(const Stream& stream, const AtomsView<P>& atoms, const CellMap& cells,
              OrderDepth depth);

    /// Queues the beginning and the end of a sort into so many cells, where others count the atoms
    /// of each cell in between, in count(), and note cell and number of each atom that is present:
    /// see cell_numbers.cuh. Control learns how many atoms the rank has in its cells.
    void begin_count(const Stream& stream);
    void end_count(const Stream& stream, const AtomsView<P>& atoms, std::uint32_t cells,
                   OrderDepth depth);
    LocalIndex* count() { return count_.data(); }

    /// The atoms in their order, by the places they have now.
    const LocalIndex* order() const { return order_.data(); }
    /// Room for one number of each atom that nobody needs between two sorts.
    LocalIndex* scratch() { return order_.data(); }
    /// Where the atoms of each cell begin, with the number of all atoms at the end.
    const LocalIndex* cell_first() const { return cell_first_.data(); }
    LocalIndex* cell_first() { return cell_first_.data(); }
    const CellGrid& grid() const { return grid_; }
    std::size_t bytes() const;

  private:
    void order_along_curve(const Stream& stream, const AtomsView<P>& atoms, std::uint32_t cells);
    void allocate_keys(std::size_t atoms, int bits);

    CellGrid grid_;
    int levels_ = 0; ///< of the curve in a cell
    Buffer<LocalIndex, Device> order_;
    Buffer<LocalIndex, Device> count_; ///< of the atoms in each cell
    Buffer<LocalIndex, Device> cell_first_;
    // Empty while cells need no order within.
    Buffer<std::uint32_t, Device> key_; ///< of each atom: its cell, and its place on the curve
    Buffer<std::uint32_t, Device> sorted_key_;
    Buffer<LocalIndex, Device> by_key_; ///< the order, but for atoms at one place on the curve
    Buffer<std::byte, Device> scratch_;
    std::size_t scratch_bytes_ = 0;
};

} // namespace mdsim
