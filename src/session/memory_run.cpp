// SPDX-License-Identifier: BSD-3-Clause
#include "session/memory_run.hpp"

#include <optional>

#include "report/busy_line.hpp"
#include "report/minimization_text.hpp"
#include "session/prepare_run.hpp"
#include "session/run_stages.hpp"
#include "session/stop_signals.hpp"
#include "session/watched_output.hpp"
#include "setup/make_simulation.hpp"

namespace mdsim {

namespace {

/// In place of an output: stops where a signal asks for it, or run.wall_time is over.
class NoOutput final : public Observer {
  public:
    NoOutput(const Communicator& comm, const StartTime& start, std::optional<double> wall_time)
        : comm_(&comm), start_(&start), wall_time_(wall_time) {}

    StepNeeds needs(Step) const override { return {}; }
    Step next_need(Step, Step end) const override { return end; }
    bool needs_energy_at_stop() const override { return false; }
    void observe(const Observation&) override {}
    Request request(Step) override {
        const bool over = comm_->is_root() && wall_time_ && start_->age() > *wall_time_;
        return over || StopSignals::received() != 0 ? Request::stop : Request::none;
    }

  private:
    const Communicator* comm_;
    const StartTime* start_;
    std::optional<double> wall_time_; ///< [s]
};

SystemParts parts_of(Config& config, const Communicator& comm) {
    constexpr bool quiet = true;
    BusyLine busy(quiet);
    SystemParts parts = make_parts(config, comm, busy);
    add_start_warnings(config, comm, parts);
    return parts;
}

} // namespace

template <class P>
MemoryRun<P>::MemoryRun(const Config& config, const Communicator& comm)
    : config_(config), comm_(&comm), parts_(parts_of(config_, comm)),
      simulation_(make_simulation<P>(parts_, comm)) {
    place_atoms<P>(config_, parts_, std::nullopt, *simulation_);
}

template <class P> bool MemoryRun<P>::advance(Observer* watcher) {
    NoOutput none(*comm_, start_, config_.run.wall_time);
    Observer& beside = watcher != nullptr ? *watcher : none;
    WatchedOutput both(none, beside, *comm_);
    StageCalls calls;
    calls.after = [&](const StageSettings& stage) {
        const MinimizationReport& found = simulation_->minimization();
        if (stage.ensemble == Ensemble::minimize && !found.converged)
            warnings_.push_back(
                minimization_warning(simulation_->progress().stage, stage, found, parts_));
    };
    calls.stays = [&] { return both.stopped_by_watcher(); };
    finished_ = run_stages(config_.stages, *simulation_, both, calls);
    return finished_;
}

template class MemoryRun<MixedPrecision>;
template class MemoryRun<DoublePrecision>;

} // namespace mdsim
