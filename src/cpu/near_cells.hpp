// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/contract.hpp"
#include "cpu/simd/list_kernels.hpp"
#include "cpu/stencil.hpp"
#include "state/cell_grid.hpp"

namespace mdsim {

/// The images of cells around a cell, as far as this rank holds atoms of them. They are stored like
/// the boxes of blocks of atoms, so that the same kernels search both.
class NearCells {
  public:
    void clear() {
        cell_.clear();
        for (auto* side : {&low_, &high_})
            for (std::vector<float>& bound : *side) bound.clear();
        move_.clear();
    }
    void add(const CellGrid& grid, const CellImage& image, std::size_t cell, float move) {
        const Vec3<int> c = grid.coordinates(image.cell);
        cell_.push_back({cell, image.image});
        for (int d = 0; d < 3; ++d) {
            const auto side = static_cast<std::size_t>(d);
            const int at = c[d] + image.image[d] * grid.count[d];
            low_[side].push_back(static_cast<float>(at) / static_cast<float>(grid.count[d]));
            high_[side].push_back(static_cast<float>(at + 1) / static_cast<float>(grid.count[d]));
        }
        move_.push_back(move);
    }
    /// Adds capacity behind the end, because kernels read whole packs.
    void pad() {
        for (auto* side : {&low_, &high_})
            for (std::vector<float>& bound : *side) bound.resize(cell_.size() + scan_padding);
        move_.resize(cell_.size() + scan_padding);
    }

    struct Cell {
        std::size_t place; ///< among the cells of this rank
        Vec3<int> image;
    };
    std::size_t size() const { return cell_.size(); }
    const Cell& operator[](std::size_t i) const {
        MDSIM_EXPECT(i < cell_.size());
        return cell_[i];
    }
    BlockBoxes boxes() const {
        return {{low_[0].data(), low_[1].data(), low_[2].data()},
                {high_[0].data(), high_[1].data(), high_[2].data()}};
    }
    const float* moves() const { return move_.data(); }

  private:
    std::vector<Cell> cell_;
    std::array<std::vector<float>, 3> low_;
    std::array<std::vector<float>, 3> high_;
    std::vector<float> move_;
};

} // namespace mdsim
