// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "config/config_check.hpp"

namespace mdsim {
namespace {

template <class E>
void check_repeated(const std::vector<E>& values, const std::string& key,
                    std::vector<Fault>& faults) {
    for (auto value = values.begin(); value != values.end(); ++value) {
        if (std::find(values.begin(), value, *value) != value) {
            faults.push_back({key, fmt::format("\"{}\" is given twice", enum_name(*value))});
        }
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

} // namespace

void check_output(const Config& config, std::vector<Fault>& faults) {
    const auto& written = config.trajectory.fields_written;
    if (std::find(written.begin(), written.end(), TrajectoryField::position) == written.end()) {
        faults.push_back({"trajectory.fields", "\"position\" must be among the fields; readers of "
                                               "H5MD need it"});
    }
    check_repeated(written, "trajectory.fields", faults);
    check_repeated(config.thermo.columns, "thermo.columns", faults);
    check_rdf_stages(config, faults);
}

} // namespace mdsim
