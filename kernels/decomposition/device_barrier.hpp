// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/decomposition/barrier.hpp"
#include "kernels/decomposition/rank_barrier.hpp"
#include "kernels/p2p/all_reduce.hpp"

namespace mdsim {

/// A barrier on the devices, where all pairs have a direct link: it is queued or recorded, and
/// what was written lies where it belongs.
class DeviceBarrier final : public RankBarrier {
  public:
    DeviceBarrier(const Stream& stream, const AllReduce& all_reduce, Control* control)
        : stream_(&stream), all_reduce_(&all_reduce), control_(control) {}

    void sync(Written) override { queue_barrier(*stream_, all_reduce_->view(), control_); }

    void check(const Control& control) const override {
        AllReduced reduced;
        reduced.lost = control.lost;
        all_reduce_->check(reduced);
    }

  private:
    const Stream* stream_;
    const AllReduce* all_reduce_;
    Control* control_; ///< of the device
};

} // namespace mdsim
