// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "config/output_sections.hpp"
#include "core/contract.hpp"
#include "core/ids.hpp"
#include "engine/stage_settings.hpp"

namespace mdsim {

/// When a run writes what: a pure function of the step.
class Cadence {
  public:
    Cadence(const std::vector<StageSettings>& stages, const OutputSections& output);

    bool frame(Step step) const { return due(&Stage::frame, step); }
    bool thermo(Step step) const { return due(&Stage::thermo, step); }
    bool checkpoint(Step step) const { return step > 0 && due(&Stage::checkpoint, step); }
    bool rdf(Step step) const { return due(&Stage::rdf, step); }

    // The first step from `step` on that has one; `end`, or one behind it, where none before has.
    Step next_frame(Step step, Step end) const { return next_due(&Stage::frame, step, end); }
    Step next_thermo(Step step, Step end) const { return next_due(&Stage::thermo, step, end); }
    Step next_checkpoint(Step step, Step end) const {
        return next_due(&Stage::checkpoint, step > 0 ? step : 1, end);
    }
    Step next_rdf(Step step, Step end) const { return next_due(&Stage::rdf, step, end); }

    /// The last step of the run.
    Step last() const { return stages_.empty() ? 0 : stages_.back().last; }
    /// The first step of a stage.
    Step first(std::size_t stage) const {
        MDSIM_EXPECT(stage == 0 || stage < stages_.size());
        return stage == 0 ? 0 : stages_[stage - 1].last;
    }
    /// The simulated time at which a stage begins [time].
    double start_time(std::size_t stage) const {
        MDSIM_EXPECT(stage < stages_.size());
        return stages_[stage].start_time;
    }
    /// The stage in which a step after the first lies, or begins.
    std::size_t stage_of(Step step) const;
    /// The numbers of frames and thermo rows that the whole run writes.
    std::int64_t frames() const { return count(&Stage::frame); }
    std::int64_t thermo_rows() const { return count(&Stage::thermo); }

  private:
    struct Stage {
        Step last = 0;
        double start_time = 0;
        std::int64_t frame = 0;
        std::int64_t thermo = 0;
        std::int64_t checkpoint = 0;
        std::int64_t rdf = 0;
    };
    bool due(std::int64_t Stage::*every, Step step) const;
    Step next_due(std::int64_t Stage::*every, Step step, Step end) const;
    std::int64_t count(std::int64_t Stage::*every) const;

    std::vector<Stage> stages_;
};

} // namespace mdsim
