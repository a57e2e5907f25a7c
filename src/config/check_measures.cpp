// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "config/config_check.hpp"

namespace mdsim {
namespace {

/// Neighbours that pairs cannot be made of.
void check_neighbors(const CentroSymmetrySettings& settings, std::vector<Diagnostic>& errors) {
    if (settings.neighbors % 2 != 0)
        errors.push_back({"centro_symmetry.neighbors",
                          fmt::format("found {}, an odd number; neighbours are looked at in pairs: "
                                      "12 for fcc, 8 for bcc",
                                      settings.neighbors)});
}

void check_counted(const CoordinationSettings& settings, std::vector<Diagnostic>& errors) {
    std::set<std::string> seen;
    for (const std::string& name : settings.counted)
        if (!seen.insert(name).second)
            errors.push_back({"coordination.counted", fmt::format("\"{}\" is given twice", name)});
}

} // namespace

/// Measures that nobody asks for, and fields of frames that no section explains.
void check_measures(const OutputSections& output, std::vector<Diagnostic>& errors) {
    std::set<std::string> sections;
    output.for_each_measure([&](const std::string& name, const auto& settings) {
        sections.insert(name);
        if (settings.every == 0 && !holds_measure(output.trajectory, name))
            errors.push_back({name + ".every",
                              fmt::format("found 0, and trajectory.fields does not name \"{}\", so "
                                          "the section asks for nothing; leave it out, or ask for "
                                          "one of the two",
                                          name)});
    });
    for (const TrajectoryField field : measured_fields) {
        const std::string name(enum_name(field));
        if (output.trajectory.holds(field) && sections.count(name) == 0)
            errors.push_back({"trajectory.fields",
                              fmt::format("\"{0}\" needs a section [{0}], which says how it is "
                                          "found; every = 0 there writes no table",
                                          name)});
    }
    if (output.centro_symmetry) check_neighbors(*output.centro_symmetry, errors);
    if (output.coordination) check_counted(*output.coordination, errors);
}

} // namespace mdsim
