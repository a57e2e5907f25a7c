// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/communicator.hpp"
#include "engine/observer.hpp"

namespace mdsim {

/// The output of a run, and somebody who watches it beside. What only the watcher asks for leaves
/// no trace in the output.
class WatchedOutput final : public Observer {
  public:
    WatchedOutput(Observer& output, Observer& watcher, const Communicator& comm)
        : output_(&output), watcher_(&watcher), comm_(&comm) {}

    StepNeeds needs(Step step) const override;
    Step next_need(Step step, Step end) const override;
    bool needs_energy_at_stop() const override {
        return output_->needs_energy_at_stop() || watcher_->needs_energy_at_stop();
    }
    void observe(const Observation& seen) override;
    Request request(Step step) override;

    /// Whether it was the watcher alone who asked for the stop that was carried out.
    bool stopped_by_watcher() const { return stopped_by_watcher_; }

  private:
    Observer* output_;
    Observer* watcher_;
    const Communicator* comm_;
    bool output_stops_ = false; ///< on this rank
    bool stopped_by_watcher_ = false;
};

} // namespace mdsim
