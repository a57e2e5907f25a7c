// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/matrix3.hpp"
#include "core/vec3.hpp"
#include "kernels/force/count_distances.hpp"
#include "kernels/runtime/pinned_array.hpp"
#include "kernels/runtime/stream.hpp"
#include "ops/batch_looks.hpp"

namespace mdsim {

/// What the looks of a batch have found, in memory of the device, a place for each: so that steps
/// need not wait for those who want to know. Memory is taken when it is first needed.
class LookStore {
  public:
    /// Prepares for the looks of a batch, in a box of such edges.
    void take(const Stream& stream, const std::vector<BatchLook>& looks, std::size_t atoms,
              std::size_t types, const LowerTriangular<double>& edges);

    // Where a look puts what it finds.
    HistogramView counters(std::size_t look);
    Vec3<double>* unwrapped(std::size_t look);
    const LowerTriangular<double>& edges() const { return edges_; }

    /// Brings what was counted to the host; waits, for the looks too.
    void finish(const Stream& stream);

    /// Says which look answers in place of the atoms, or that none does.
    void show(std::optional<std::size_t> look) { shown_ = look; }
    bool shows() const { return shown_.has_value(); }
    /// Of the look that is shown: the counts of a histogram that it was asked for.
    std::span<const unsigned long long> shown_counts() const;
    /// Likewise the vectors of all atoms, in the order of ids.
    const Vec3<double>* shown_unwrapped();

    std::size_t bytes() const { return counts_.bytes() + unwrapped_.bytes(); }

  private:
    const BatchLook& shown_look() const;

    std::vector<BatchLook> looks_;
    LookTasks tasks_; ///< of all of them
    std::size_t atoms_ = 0;
    std::size_t types_ = 0;
    LowerTriangular<double> edges_{};
    Buffer<unsigned long long, Device> counts_; ///< [look][type][type][bin]
    Buffer<Vec3<double>, Device> unwrapped_;    ///< [look][id]
    PinnedArray<unsigned long long> seen_counts_;
    std::span<const unsigned long long> seen_;
    std::optional<std::size_t> shown_;
};

} // namespace mdsim
