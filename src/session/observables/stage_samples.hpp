// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "config/sampled_stage.hpp"
#include "session/writers/run_writer.hpp"

namespace mdsim {

/// Which steps an output of one stage samples: every so many behind the first of the stage; and how
/// many it has sampled.
template <class P> class StageSamples {
  public:
    StageSamples(const WriterTools<P>& tools, Step every, const std::string& stage)
        : tools_(tools), every_(every), stage_(sampled_stage(tools.run->config->stages, stage)),
          first_(tools.cadence->first(stage_)) {}

    const StageSettings& stage() const { return tools_.run->config->stages[stage_]; }
    std::int64_t count() const { return count_; }

    /// Whether a step is sampled, and whether it is now, in the stage in hand.
    bool includes(Step step) const {
        return step > first_ && step <= first_ + stage().steps && (step - first_) % every_ == 0;
    }
    bool is_due(Step step) const {
        return includes(step) && tools_.simulation->progress().stage == stage_;
    }

    /// To be called at each sample.
    void take() { ++count_; }

    /// Notes the count by names that begin so, and takes it back; returns whether there is any.
    /// Samples of a stage that is no longer the one to be sampled are given up.
    void save(const std::string& prefix, OutputState& state) const {
        state.set_count(prefix + "_samples", count_);
        state.set_count(prefix + "_stage", static_cast<std::int64_t>(stage_));
    }
    bool restore(const std::string& prefix, const OutputState& state) {
        if (static_cast<std::size_t>(state.count(prefix + "_stage")) == stage_)
            count_ = state.count(prefix + "_samples");
        return count_ > 0;
    }

  private:
    WriterTools<P> tools_;
    Step every_;
    std::size_t stage_;
    Step first_; ///< of the stage
    std::int64_t count_ = 0;
};

} // namespace mdsim
