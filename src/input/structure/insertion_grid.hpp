// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/box.hpp"

namespace mdsim::source {

/// Points of a box, sorted into cells no thinner than a distance, that shows whether a further
/// point would come closer than this distance to any of them or to one of their images.
class InsertionGrid {
  public:
    /// Heights of periodic directions must not be below `distance`, otherwise a point meets its own
    /// image.
    InsertionGrid(const Box& box, double distance, std::int64_t points);

    /// Whether a point may be added; `fraction` in [0, 1) in directions that repeat.
    bool is_free(const Vec3<double>& fraction) const;

    /// Adds a point; `fraction` in [0, 1), or anywhere in directions that do not repeat: its cell
    /// is then the nearest one, so that it is found all the same.
    void add(const Vec3<double>& fraction);

  private:
    using Cell = std::array<std::int64_t, 3>;

    Cell cell_of(const Vec3<double>& fraction) const;
    std::size_t index(const Cell& cell) const;
    bool meets(const Vec3<double>& fraction, const Cell& cell) const;

    Box box_;
    double square_;
    Cell cells_{};
    std::vector<std::int64_t> head_; ///< the newest point of each cell, or -1
    std::vector<std::int64_t> next_; ///< the point before it in the same cell, or -1
    std::vector<Vec3<double>> fraction_;
};

} // namespace mdsim::source
