// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "config/config_check.hpp"
#include "config/sampled_stage.hpp"

namespace mdsim {
namespace {

/// The names of the stages, to choose from.
std::string stages_advice(const std::vector<StageSettings>& stages) {
    std::vector<std::string> names;
    for (const StageSettings& stage : stages) names.push_back("\"" + stage.name + "\"");
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

} // namespace

/// A stage that switches off what nobody asked for, and stages that leave no sample at all.
void check_rdf_stages(const std::optional<RdfSettings>& rdf,
                      const std::vector<StageSettings>& stages, std::vector<Diagnostic>& errors) {
    const auto samples = [](const StageSettings& stage) { return stage.rdf; };
    for (std::size_t i = 0; !rdf && i < stages.size(); ++i) {
        if (!stages[i].rdf) {
            errors.push_back({fmt::format("stage.{}.rdf", i),
                              "has a meaning only with a section [rdf]; leave it out"});
        }
    }
    if (rdf && !stages.empty() && std::none_of(stages.begin(), stages.end(), samples)) {
        errors.push_back({"rdf", "every stage says rdf = false, so nothing is sampled; leave the "
                                 "section out, or let a stage sample"});
    }
}

/// Sections such as [msd] name a stage that there is, and origins that come.
void check_correlations(const OutputSections& sections, const std::vector<StageSettings>& stages,
                        std::vector<Diagnostic>& errors) {
    const auto check = [&](const std::string& name, const auto& s) {
        const auto is_named = [&](const StageSettings& stage) { return stage.name == s.stage; };
        if (!s.stage.empty() && std::none_of(stages.begin(), stages.end(), is_named))
            errors.push_back({name + ".stage", fmt::format("there is no stage \"{}\"; {}", s.stage,
                                                           stages_advice(stages))});
        const bool found = s.stage.empty() || std::any_of(stages.begin(), stages.end(), is_named);
        if (found && !stages.empty() &&
            stages[sampled_stage(stages, s.stage)].ensemble == Ensemble::minimize)
            errors.push_back({name + ".stage", "the stage minimizes, which is no dynamics; name "
                                               "another stage to sample"});
        if (s.origin_interval() > s.window)
            errors.push_back(
                {name + ".origin_every",
                 fmt::format("found {}, more than the window of {} samples: what happens between "
                             "two origins would not be looked at",
                             s.origin_interval(), s.window)});
    };
    sections.for_each_correlation(check);
    if (sections.viscosity) check("viscosity", *sections.viscosity);
}

void check_output(const TrajectorySettings& trajectory, const ThermoSettings& thermo,
                  std::vector<Diagnostic>& errors) {
    const auto& written = trajectory.fields_written;
    if (!trajectory.holds(TrajectoryField::position)) {
        errors.push_back({"trajectory.fields", "\"position\" must be among the fields; readers of "
                                               "H5MD need it"});
    }
    check_repeated(written, "trajectory.fields", errors);
    check_repeated(thermo.columns, "thermo.columns", errors);
}

} // namespace mdsim
