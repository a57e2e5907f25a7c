// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "app/config_check.hpp"

namespace mdsim {
namespace {

/// A small checkpoint is on a disk after some 10 ms, on a network after ten times that.
constexpr double least_checkpoint_seconds = 0.1;

template <class E>
void check_repeated(const std::vector<E>& values, const std::string& key,
                    std::vector<Fault>& faults) {
    for (auto value = values.begin(); value != values.end(); ++value) {
        if (std::find(values.begin(), value, *value) != value) {
            faults.push_back({key, fmt::format("\"{}\" is given twice", enum_name(*value))});
        }
    }
}

double largest_cutoff(const PairSettings& pair) {
    double largest = 0;
    for (const LawSettings& law : pair.laws) {
        if (!std::holds_alternative<NoInteraction>(law.law)) {
            largest = std::max(largest, law.cutoff ? *law.cutoff : pair.cutoff.value_or(0));
        }
    }
    return largest;
}

void check_rdf(const Config& config, std::vector<Fault>& faults) {
    const double cutoff = largest_cutoff(config.pair);
    const double skin = config.neighbor.skin.value_or(0);
    if (config.rdf && cutoff > 0 && config.rdf->range > cutoff + skin) {
        faults.push_back(
            {"rdf.range",
             fmt::format("{} reaches beyond the neighbour lists: cutoff {} and skin {} "
                         "allow {}; shorten it, or set a larger neighbor.skin",
                         config.rdf->range, cutoff, skin, cutoff + skin)});
    }
}

/// A stage that switches off what nobody asked for, and stages that leave no sample at all.
void check_rdf_stages(const Config& config, std::vector<Fault>& faults) {
    const auto& stages = config.stages;
    const auto samples = [](const StageSettings& stage) { return stage.rdf; };
    for (std::size_t i = 0; !config.rdf && i < stages.size(); ++i) {
        if (!stages[i].rdf) {
            faults.push_back({fmt::format("stage.{}.rdf", i),
                              "has a meaning only with a section [rdf]; leave it out"});
        }
    }
    if (config.rdf && !stages.empty() && std::none_of(stages.begin(), stages.end(), samples)) {
        faults.push_back({"rdf", "every stage says rdf = false, so nothing is sampled; leave the "
                                 "section out, or let a stage sample"});
    }
}

/// Every stage shorter than the interval, so that nothing but the first step is ever written.
bool never_comes(const Config& config, std::int64_t every) {
    std::int64_t steps = 0;
    for (const StageSettings& stage : config.stages) {
        steps += stage.steps;
    }
    return every > steps;
}

/// Intervals of a stage that end in none of its steps, counted from the beginning of the run.
void note_output_that_never_comes(const Config& config, std::vector<Fault>& notes) {
    std::int64_t first = 0;
    for (std::size_t i = 0; i < config.stages.size(); ++i) {
        const StageSettings& stage = config.stages[i];
        const std::int64_t last = first + stage.steps;
        const auto look = [&](const char* key, const std::optional<std::int64_t>& every) {
            const bool comes =
                every.value_or(0) == 0 || first == 0 || last / *every > first / *every;
            const bool again = every.value_or(0) == 0 || first > 0 || last >= *every;
            if (stage.steps > 0 && !(comes && again)) {
                notes.push_back(
                    {fmt::format("stage.{}.{}", i, key),
                     fmt::format("no step of stage \"{}\" is a multiple of {}{}", stage.name,
                                 *every, first == 0 ? " but the start" : "")});
            }
        };
        look("trajectory_every", stage.trajectory_every);
        look("thermo_every", stage.thermo_every);
        look("checkpoint_every", stage.checkpoint_every);
        first = last;
    }
}

/// Thermostats that act seldom within their relaxation time; below 2 actions it is a fault.
void note_seldom_coupling(const Config& config, std::vector<Fault>& notes) {
    constexpr double few_actions = 5;
    for (std::size_t i = 0; i < config.stages.size(); ++i) {
        const StageSettings& stage = config.stages[i];
        const double interval = stage.coupling_interval() * stage.time_step;
        if (stage.relaxation_time && *stage.relaxation_time < few_actions * interval) {
            notes.push_back({fmt::format("stage.{}.relaxation_time", i),
                             fmt::format("the thermostat acts only {:.2g} times in it; 5 times or "
                                         "more keep the temperature better: lower couple_every",
                                         *stage.relaxation_time / interval)});
        }
    }
}

} // namespace

void check_output(const Config& config, std::vector<Fault>& faults) {
    const auto& written = config.trajectory.fields_written;
    if (std::find(written.begin(), written.end(), TrajectoryField::position) == written.end()) {
        faults.push_back({"trajectory.fields", "\"position\" must be among the fields; readers of "
                                               "H5MD need it"});
    }
    check_repeated(written, "trajectory.fields", faults);
    check_repeated(config.thermo.columns, "thermo.columns", faults);
    check_rdf(config, faults);
    check_rdf_stages(config, faults);
}

std::vector<Fault> config_notes(const Config& config) {
    std::vector<Fault> notes;
    note_seldom_coupling(config, notes);
    note_output_that_never_comes(config, notes);
    for (std::size_t i = 0; i < config.stages.size(); ++i) {
        const StageSettings& stage = config.stages[i];
        if (stage.steps > 0 && stage.remove_drift_every > stage.steps) {
            notes.push_back({fmt::format("stage.{}.remove_drift_every", i),
                             fmt::format("is longer than stage \"{}\": its drift is never removed",
                                         stage.name)});
        }
        if (stage.steps == 0) {
            notes.push_back({fmt::format("stage.{}.steps", i),
                             fmt::format("stage \"{}\" has no steps: forces and output of its "
                                         "first moment only",
                                         stage.name)});
        }
    }
    if (never_comes(config, config.trajectory.every)) {
        notes.push_back(
            {"trajectory.every", "is longer than the run: only its first frame is written"});
    }
    if (never_comes(config, config.thermo.every)) {
        notes.push_back({"thermo.every", "is longer than the run: only its first line is written"});
    }
    if (config.rdf && never_comes(config, config.rdf->every)) {
        notes.push_back({"rdf.every", "is longer than the run: only its first step is sampled"});
    }
    const double wall = config.checkpoint.wall_every;
    if (wall > 0 && wall < least_checkpoint_seconds) {
        notes.push_back({"checkpoint.wall_every",
                         fmt::format("{:.3g} s is about what a checkpoint takes until it is on the "
                                     "disk: the run will do little else; 0 switches off",
                                     wall)});
    }
    if (config.neighbor.rebuild == RebuildRule::fixed) {
        notes.push_back({"neighbor.rebuild", "\"fixed\" does not check displacements: pairs may be "
                                             "missed without a word"});
    }
    return notes;
}

} // namespace mdsim
