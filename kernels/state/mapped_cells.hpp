// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/runtime/stream.hpp"
#include "kernels/state/cell_map.hpp"
#include "state/cell_grid.hpp"

namespace mdsim {

/// The map of a rank's cells, on the device.
class MappedCells {
  public:
    MappedCells() = default;
    /// Of cells that a rank owns, then those of its halo, in this order, by their numbers in the
    /// grid. Without arrays where all cells of the grid are owned in its own order.
    MappedCells(const Stream& stream, const CellGrid& grid, const std::vector<std::int64_t>& owned,
                const std::vector<std::int64_t>& halo);

    const CellMap& map() const { return map_; }
    std::size_t bytes() const { return local_.bytes() + global_.bytes(); }

  private:
    Buffer<std::uint32_t, Device> local_;
    Buffer<std::uint32_t, Device> global_;
    CellMap map_;
};

} // namespace mdsim
