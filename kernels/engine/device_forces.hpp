// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "kernels/engine/device_rank.hpp"
#include "kernels/runtime/pinned_array.hpp"
#include "ops/atom_forces.hpp"

namespace mdsim {

/// Forces on a device, from its own neighbour lists. Sums are waited for when they are asked for,
/// so those of a step travel together.
template <class P> class DeviceForces final : public AtomForces {
  public:
    explicit DeviceForces(DeviceRank<P>& rank) : rank_(&rank) {}

    void store(WantedSums wanted) override;
    PairSums sums() override;
    void find_shares() override;
    bool has_missing_pair(double farthest) override;
    void begin_counting(const PairHistogram& shape) override;
    void end_counting(PairHistogram& histogram) override;
    ListReport report() const override { return rank_->adopted().lists.report(); }
    std::size_t bytes() const override {
        return rank_->forces.bytes() + rank_->adopted().list_bytes();
    }

  private:
    DeviceRank<P>* rank_;
    Buffer<DeviceSums<pair_sums>, Device> totals_{1};
    Pinned<DeviceSums<pair_sums>> seen_totals_;
    Buffer<unsigned long long, Device> counts_; ///< of distances
    PinnedArray<unsigned long long> seen_counts_;
    std::vector<unsigned long long> counts_of_look_; ///< empty: they are of the atoms
    bool counting_ = false;
};

} // namespace mdsim
