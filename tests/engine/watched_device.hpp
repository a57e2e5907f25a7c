// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "engine/simulated_device.hpp"

namespace mdsim::test {

/// Needs what a function says, and keeps all that it is shown.
class Watcher final : public Observer {
  public:
    explicit Watcher(std::function<StepNeeds(Step)> needs, Step checkpoint = -1)
        : needs_(std::move(needs)), checkpoint_(checkpoint) {}

    StepNeeds needs(Step step) const override { return needs_(step); }
    void observe(const Observation& shown) override {
        seen.push_back(shown);
        ahead.push_back(position == nullptr ? 0 : position->step - shown.step);
        if (shown.needs.look.any() && look) look();
        if (show) show(shown);
    }
    Request request(Step step) override {
        return step == checkpoint_ ? Request::checkpoint : Request::none;
    }

    const RunProgress* position = nullptr;
    std::function<void()> look;                   ///< at positions that were needed; perhaps none
    std::function<void(const Observation&)> show; ///< likewise
    std::vector<Observation> seen;
    std::vector<Step> ahead; ///< how far the run stood from what was shown

  private:
    std::function<StepNeeds(Step)> needs_;
    Step checkpoint_;
};

/// Lets simulated devices do as much as this, for its lifetime.
struct Skilled {
    explicit Skilled(const DeviceCapabilities& wanted) {
        capabilities = wanted;
        steps_ahead = samples_ahead = looks_ahead = batches_between_kicks = 0;
    }
    ~Skilled() { capabilities = {true, true, true}; }
    Skilled(const Skilled&) = delete;
    Skilled& operator=(const Skilled&) = delete;
};

} // namespace mdsim::test
