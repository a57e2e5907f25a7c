// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "engine/observer.hpp"

namespace mdsim::python {

/// Stops a run at a step, if there is one, and keeps the numbers of the step at which it stopped.
class StopAt final : public Observer {
  public:
    explicit StopAt(std::optional<Step> stop) : stop_(stop) {}

    StepNeeds needs(Step step) const override { return {.energy = false, .state = step == stop_}; }
    void observe(const Observation& seen) override {
        if (seen.stage_ends || seen.request == Request::stop) thermo_ = seen.thermo;
    }
    Request request(Step step) override {
        return stop_ && step >= *stop_ ? Request::stop : Request::none;
    }

    const std::optional<Thermo>& thermo() const { return thermo_; }

  private:
    std::optional<Step> stop_;
    std::optional<Thermo> thermo_;
};

} // namespace mdsim::python
