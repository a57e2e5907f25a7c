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
    const auto samples = [](const StageSettings& stage) {
        return stage.rdf && stage.ensemble != Ensemble::minimize;
    };
    for (std::size_t i = 0; !rdf && i < stages.size(); ++i) {
        if (!stages[i].rdf) {
            errors.push_back({fmt::format("stage.{}.rdf", i),
                              "has a meaning only with a section [rdf]; leave it out"});
        }
    }
    if (rdf && !stages.empty() && std::none_of(stages.begin(), stages.end(), samples)) {
        errors.push_back({"rdf",
                          "every stage says rdf = false or minimizes, so nothing is sampled; "
                          "leave the section out, or let a stage sample"});
    }
}

namespace {

/// A section samples a stage that there is, and that moves atoms by dynamics.
void check_sampled_stage(const std::string& section, const std::string& name,
                         const std::vector<StageSettings>& stages,
                         std::vector<Diagnostic>& errors) {
    const auto is_named = [&](const StageSettings& stage) { return stage.name == name; };
    const bool found = name.empty() || std::any_of(stages.begin(), stages.end(), is_named);
    if (!found)
        errors.push_back({section + ".stage", fmt::format("there is no stage \"{}\"; {}", name,
                                                          stages_advice(stages))});
    else if (!stages.empty() && stages[sampled_stage(stages, name)].ensemble == Ensemble::minimize)
        errors.push_back({section + ".stage", "the stage minimizes, which is no dynamics; name "
                                              "another stage to sample"});
}

} // namespace

/// Sections such as [msd] name a stage that there is, and origins that come.
void check_samples_of_stages(const OutputSections& sections,
                             const std::vector<StageSettings>& stages,
                             std::vector<Diagnostic>& errors) {
    const auto check = [&](const std::string& name, const auto& s) {
        check_sampled_stage(name, s.stage, stages, errors);
        if (s.origin_interval() > s.window)
            errors.push_back(
                {name + ".origin_every",
                 fmt::format("found {}, more than the window of {} samples: what happens between "
                             "two origins would not be looked at",
                             s.origin_interval(), s.window)});
    };
    sections.for_each_correlation(check);
    if (sections.viscosity) check("viscosity", *sections.viscosity);
    if (sections.conductivity) check("conductivity", *sections.conductivity);
    if (sections.profile) check_sampled_stage("profile", sections.profile->stage, stages, errors);
    if (sections.structure_factor)
        check_sampled_stage("structure_factor", sections.structure_factor->stage, stages, errors);
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
