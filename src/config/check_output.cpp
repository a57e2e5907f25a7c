// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "config/config_check.hpp"

namespace mdsim {
namespace {

/// The names of the stages, to choose from.
std::string stages_advice(const Config& config) {
    std::vector<std::string> names;
    for (const StageSettings& stage : config.stages) names.push_back("\"" + stage.name + "\"");
    return fmt::format("the stages are {}", fmt::join(names, ", "));
}

template <class E>
void check_repeated(const std::vector<E>& values, const std::string& key,
                    std::vector<Diagnostic>& errors) {
    for (auto value = values.begin(); value != values.end(); ++value) {
        if (std::find(values.begin(), value, *value) != value) {
            errors.push_back({key, fmt::format("\"{}\" is given twice", enum_name(*value))});
        }
    }
}

/// A stage that switches off what nobody asked for, and stages that leave no sample at all.
void check_rdf_stages(const Config& config, std::vector<Diagnostic>& errors) {
    const auto& stages = config.stages;
    const auto samples = [](const StageSettings& stage) { return stage.rdf; };
    for (std::size_t i = 0; !config.rdf && i < stages.size(); ++i) {
        if (!stages[i].rdf) {
            errors.push_back({fmt::format("stage.{}.rdf", i),
                              "has a meaning only with a section [rdf]; leave it out"});
        }
    }
    if (config.rdf && !stages.empty() && std::none_of(stages.begin(), stages.end(), samples)) {
        errors.push_back({"rdf", "every stage says rdf = false, so nothing is sampled; leave the "
                                 "section out, or let a stage sample"});
    }
}

/// Sections such as [msd] name a stage that there is, and origins that come.
void check_correlations(const Config& config, std::vector<Diagnostic>& errors) {
    config.for_each_correlation([&](const std::string& name, const CorrelationSettings& s) {
        const auto is_named = [&](const StageSettings& stage) { return stage.name == s.stage; };
        if (!s.stage.empty() && std::none_of(config.stages.begin(), config.stages.end(), is_named))
            errors.push_back({name + ".stage", fmt::format("there is no stage \"{}\"; {}", s.stage,
                                                           stages_advice(config))});
        if (s.origin_interval() > s.window)
            errors.push_back(
                {name + ".origin_every",
                 fmt::format("found {}, more than the window of {} samples: what happens between "
                             "two origins would not be looked at",
                             s.origin_interval(), s.window)});
    });
}

} // namespace

void check_output(const Config& config, std::vector<Diagnostic>& errors) {
    const auto& written = config.trajectory.fields_written;
    if (std::find(written.begin(), written.end(), TrajectoryField::position) == written.end()) {
        errors.push_back({"trajectory.fields", "\"position\" must be among the fields; readers of "
                                               "H5MD need it"});
    }
    check_repeated(written, "trajectory.fields", errors);
    check_repeated(config.thermo.columns, "thermo.columns", errors);
    check_rdf_stages(config, errors);
    check_correlations(config, errors);
}

} // namespace mdsim
