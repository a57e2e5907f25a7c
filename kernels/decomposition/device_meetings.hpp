// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/decomposition/meet.hpp"
#include "kernels/decomposition/rank_meetings.hpp"
#include "kernels/p2p/agreement.hpp"

namespace mdsim {

/// Meetings on the devices, where all pairs have a direct link: they are queued or recorded, and
/// what was written lies where it belongs.
class DeviceMeetings final : public RankMeetings {
  public:
    DeviceMeetings(const Stream& stream, const Agreement& agreement, Control* control)
        : stream_(&stream), agreement_(&agreement), control_(control) {}

    void meet(Written) override { mdsim::meet(*stream_, agreement_->view(), control_); }

    void check(const Control& control) const override {
        Agreed agreed;
        agreed.lost = control.lost;
        agreement_->check(agreed);
    }

  private:
    const Stream* stream_;
    const Agreement* agreement_;
    Control* control_; ///< of the device
};

} // namespace mdsim
