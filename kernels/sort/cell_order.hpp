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

/// About how much memory it takes to find that order [bytes for each atom].
constexpr double order_bytes(OrderDepth depth) {
    constexpr double of_order = sizeof(LocalIndex);
    // Keys before and after the radix sort, the order before ties are decided, and the scratch of
    // the radix sort.
    constexpr double of_radix = 3 * sizeof(std::uint32_t) + 8;
    return depth == OrderDepth::cells ? of_order : of_order + of_radix;
}

/// Finds the order of a rank's atoms by cell:
/// 1. The atoms of each cell are counted. What this notes of each atom lies where the next step
///    will write its position, so it takes no memory of its own.
/// 2. If one tree orders all atoms of a cell, the counts suffice: each atom gets a place in its
///    cell.
/// 3. Otherwise the atoms of a cell need an order first, and a radix sort finds it. It does not
///    depend on how many ranks share the grid.
template <class P> class CellOrder {
  public:
    /// The arrays have memory for `capacity` atoms; all ranks together have `total`.
    CellOrder(const CellGrid& grid, std::size_t capacity, double total);

    /// Queues the sorting for a rank that is alone, by the present positions. `cells` gives the
    /// order of the cells. Image counts are brought up to date.
    void sort(const Stream& stream, const AtomsView<P>& atoms, const CellMap& cells,
              OrderDepth depth);

    /// Queue the beginning and the end of a sort into so many cells. In between, other kernels
    /// count the atoms of each cell in count(), and note cell and number of each atom that is
    /// present: see cell_numbers.cuh. The control is given the number of atoms in the cells of this
    /// rank.
    void begin_count(const Stream& stream);
    void end_count(const Stream& stream, const AtomsView<P>& atoms, std::uint32_t cells,
                   OrderDepth depth);
    LocalIndex* count() { return count_.data(); }

    /// The atoms in their order, by the places they have now.
    const LocalIndex* order() const { return order_.data(); }
    /// Memory for a number of each atom, which is free for other uses between two sorts.
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
    // The arrays below are empty while cells need no order within.
    Buffer<std::uint32_t, Device> key_; ///< of each atom: its cell, and its place on the curve
    Buffer<std::uint32_t, Device> sorted_key_;
    Buffer<LocalIndex, Device> by_key_; ///< the order before ids decide ties
    Buffer<std::byte, Device> scratch_;
    std::size_t scratch_bytes_ = 0;
};

} // namespace mdsim
