// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/engine/device_rank.hpp"
#include "ops/step_batches.hpp"

namespace mdsim {

/// Steps that the device does by itself where all ranks can write into each other's memory;
/// otherwise hosts lead them.
template <class P> class DeviceBatches final : public StepBatches<P> {
  public:
    explicit DeviceBatches(DeviceRank<P>& rank) : rank_(&rank) {}

    DeviceCapabilities capabilities() const override {
        const bool by_itself = !rank_->led_by_hosts(), alone = rank_->devices == nullptr;
        return {by_itself, by_itself, by_itself, alone ? most_looks(rank_->atoms.size()) : 0};
    }
    BatchReport run(const StepBatch<P>& batch) override;
    void show_look(std::size_t look) override { rank_->looks.show(look); }
    void show_atoms() override { rank_->looks.show(std::nullopt); }

  private:
    DeviceRank<P>* rank_;
};

} // namespace mdsim
