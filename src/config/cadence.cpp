// SPDX-License-Identifier: BSD-3-Clause
#include "config/cadence.hpp"

#include "core/contract.hpp"
#include "core/step_series.hpp"

namespace mdsim {

Cadence::Cadence(const std::vector<StageSettings>& stages, const OutputSections& output) {
    Step first = 0;
    double time = 0;
    for (const StageSettings& s : stages) {
        MDSIM_EXPECT(s.steps >= 0);
        Stage stage;
        stage.last = first + s.steps;
        stage.start_time = time;
        stage.frame = s.trajectory_every.value_or(output.trajectory.every);
        stage.thermo = s.thermo_every.value_or(output.thermo.every);
        stage.checkpoint = s.checkpoint_every.value_or(output.checkpoint.every);
        const bool sampled = s.rdf && s.ensemble != Ensemble::minimize;
        stage.rdf = output.rdf && sampled ? output.rdf->every : 0;
        stages_.push_back(stage);
        first = stage.last;
        time += static_cast<double>(s.steps) * s.time_step;
    }
}

std::size_t Cadence::stage_of(Step step) const {
    MDSIM_EXPECT(!stages_.empty() && step >= 0);
    std::size_t stage = 0;
    while (stage + 1 < stages_.size() && step > stages_[stage].last) ++stage;
    return stage;
}

bool Cadence::due(std::int64_t Stage::*every, Step step) const {
    const std::int64_t n = stages_[stage_of(step)].*every;
    return n > 0 && step % n == 0;
}

Step Cadence::next_due(std::int64_t Stage::*every, Step step, Step end) const {
    for (std::size_t stage = stage_of(step); step < end; step = stages_[stage++].last + 1) {
        const StepSeries series{0, stages_[stage].*every};
        const Step found = series.any() ? series.next_from(step) : end;
        if (stage + 1 == stages_.size() || found <= stages_[stage].last) return found;
    }
    return end;
}

std::int64_t Cadence::count(std::int64_t Stage::*every) const {
    std::int64_t sum = !stages_.empty() && stages_.front().*every > 0 ? 1 : 0;
    Step first = 0;
    for (const Stage& stage : stages_) {
        const std::int64_t n = stage.*every;
        sum += n > 0 ? stage.last / n - first / n : 0;
        first = stage.last;
    }
    return sum;
}

} // namespace mdsim
