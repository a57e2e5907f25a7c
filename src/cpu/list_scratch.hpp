// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/buffer.hpp"
#include "core/contract.hpp"
#include "core/thread_alignment.hpp"
#include "cpu/simd/list_kernels.hpp"
#include "cpu/stencil.hpp"

namespace mdsim {

/// Growing storage for PointArrays.
template <class Real> class PointBuffer {
  public:
    /// Says whether the points are of several types. Types of points are stored only then.
    void keep_types(bool several) { typed_ = several; }

    /// Grows to hold `count` points and the padding of the scans. Points that are there stay.
    void reserve(std::size_t count) {
        const std::size_t size = count + scan_padding;
        if (size <= x_.size()) return;
        x_.resize_keep(size + size / 2);
        y_.resize_keep(x_.size());
        z_.resize_keep(x_.size());
        type_.resize_keep(x_.size());
        index_.resize_keep(x_.size());
    }

    /// Places the padding behind the first `count` points out of reach of everything.
    void pad(std::size_t count, Real far) {
        MDSIM_EXPECT(count + scan_padding <= x_.size());
        for (std::size_t i = count; i < count + scan_padding; ++i) {
            x_[i] = -far;
            y_[i] = -far;
            z_[i] = -far;
            type_[i] = Real(0);
            index_[i] = 0;
        }
    }

    PointArrays<Real> arrays() {
        return {x_.data(), y_.data(), z_.data(), typed_ ? type_.data() : nullptr, index_.data()};
    }

  private:
    Buffer<Real, Host> x_, y_, z_, type_;
    Buffer<std::uint32_t, Host> index_;
    bool typed_ = true;
};

/// The neighbours found so far for the atoms of one tile. Those of one atom are consecutive, as the
/// codes of SlotLayout.
struct FoundNeighbors {
    Buffer<std::uint32_t, Host> codes;
    std::vector<std::size_t> first;   ///< [potential][atom], into `codes`
    std::vector<std::uint32_t> count; ///< [potential][atom]
};

/// What one thread needs to build lists; kept from tile to tile.
template <class P> struct alignas(thread_alignment) ListScratch {
    using Real = typename P::Real;

    std::vector<CellImage> cells;
    Buffer<Vec4<Real>, Host> records;
    PointBuffer<Real> slots;      ///< the j-atoms; `index` is the local atom, later the code
    PointBuffer<Real> candidates; ///< the slots near one group of lanes
    std::vector<Vec3<double>> shift;
    std::size_t own_slot = 0; ///< the slot of the tile's first atom
    FoundNeighbors found;
    std::vector<std::uint16_t> lane_order; ///< atoms of the tile in the order of the lanes
    std::vector<std::uint32_t> lane_start; ///< where each number of neighbours begins there
    std::vector<std::uint32_t> neighbors;  ///< how many each atom has, of all potentials
    ListStatistics statistics;             ///< of the tiles that this thread has listed
};

} // namespace mdsim
