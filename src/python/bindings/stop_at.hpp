// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "engine/observer.hpp"

namespace mdsim::python {

/// Stops a run at a step, if there is one, and keeps the numbers of the step at which it stopped:
/// at the end of a stage always, elsewhere if they were asked for.
class StopAt final : public Observer {
  public:
    StopAt(std::optional<Step> stop, bool with_energy) : stop_(stop), with_energy_(with_energy) {}

    StepNeeds needs(Step step) const override { return {.energy = false, .state = step == stop_}; }
    Step next_need(Step step, Step end) const override {
        return stop_ && *stop_ >= step ? *stop_ : end;
    }
    bool needs_energy_at_stop() const override { return with_energy_; }
    void observe(const Observation& seen) override {
        if (!seen.stage_ends && seen.request != Request::stop) return;
        thermo_.reset();
        if (seen.stage_ends || with_energy_) thermo_ = seen.thermo;
    }
    Request request(Step step) override {
        return stop_ && step >= *stop_ ? Request::stop : Request::none;
    }

    const std::optional<Thermo>& thermo() const { return thermo_; }

  private:
    std::optional<Step> stop_;
    bool with_energy_;
    std::optional<Thermo> thermo_;
};

} // namespace mdsim::python
