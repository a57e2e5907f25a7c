// SPDX-License-Identifier: BSD-3-Clause
#include "output/compare_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include "core/contract.hpp"
#include "output/checkpoint_seal.hpp"
#include "output/numbers_of.hpp"

namespace mdsim {

namespace {

constexpr const char* system_group = "/particles/system";

std::vector<std::string> common(const std::vector<std::string>& first,
                                const std::vector<std::string>& second) {
    std::vector<std::string> both;
    std::set_intersection(first.begin(), first.end(), second.begin(), second.end(),
                          std::back_inserter(both));
    return both;
}

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() &&
           text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::string shape_text(const h5::Numbers& numbers) {
    return fmt::format("{} numbers of {} bytes", numbers.count(), size_of(numbers.type));
}

/// The first difference of two arrays of one quantity at one step, if there is one; `per_atom`:
/// their rows are atoms, in the same order.
std::optional<Difference> difference_of(const h5::Numbers& first, const h5::Numbers& second,
                                        Step step, const std::string& quantity, bool per_atom) {
    std::optional<Difference> found;
    if (first.type != second.type || first.shape != second.shape) {
        found = {step, quantity, -1, 0, 0, 0, {}};
        found->other_kind = fmt::format("{} and {}", shape_text(first), shape_text(second));
        return found;
    }
    const std::size_t columns = per_atom && first.shape.size() > 1 ? first.shape.back() : 1;
    for (std::size_t i = 0; i < first.count(); ++i) {
        if (first.has_bits_of(second, i)) continue;
        const auto atom = per_atom ? static_cast<std::int64_t>(i / columns) : -1;
        if (!found) found = {step, quantity, atom, first.at(i), second.at(i), 0, {}};
        const double apart = std::abs(first.at(i) - second.at(i));
        if (!(apart <= found->largest)) found->largest = apart;
    }
    return found;
}

/// The row of each step of a field.
std::map<Step, std::int64_t> rows_by_step(const h5::UntrustedFile& file, const std::string& field) {
    const std::string group = field.substr(0, field.size() - std::string("value").size());
    const h5::Numbers steps = h5::numbers_of(file, group + "step");
    std::map<Step, std::int64_t> rows;
    for (std::size_t i = 0; i < steps.count(); ++i)
        rows[static_cast<Step>(steps.at(i))] = static_cast<std::int64_t>(i);
    return rows;
}

/// The values over time, of all atoms and as a whole.
std::vector<std::string> fields_in(const h5::UntrustedFile& file) {
    std::vector<std::string> fields;
    for (const char* group : {system_group, "/observables"})
        for (const std::string& path : file.datasets_below(group))
            if (ends_with(path, "/value")) fields.push_back(path);
    std::sort(fields.begin(), fields.end());
    return fields;
}

/// What holds for all steps: numbers, species, masses, charges of atoms, and a box that stays.
std::vector<std::string> constants_in(const h5::UntrustedFile& file) {
    std::vector<std::string> names = file.datasets_below(system_group);
    const auto over_time = [](const std::string& path) {
        return ends_with(path, "/value") || ends_with(path, "/step") || ends_with(path, "/time");
    };
    names.erase(std::remove_if(names.begin(), names.end(), over_time), names.end());
    return names;
}

/// Two files that hold results over time.
struct SeriesPair {
    h5::UntrustedFile first;
    h5::UntrustedFile second;
};

void compare_constants(const SeriesPair& files, Comparison& comparison) {
    const auto names = constants_in(files.first), others = constants_in(files.second);
    leave_out_others(names, others, comparison);
    for (const std::string& name : common(names, others)) {
        const bool per_atom = name.find("/box/") == std::string::npos;
        const auto found = difference_of(h5::numbers_of(files.first, name),
                                         h5::numbers_of(files.second, name), -1, name, per_atom);
        if (found && !comparison.difference) comparison.difference = found;
    }
}

void compare_fields(const SeriesPair& files, const std::vector<std::string>& fields,
                    Comparison& comparison) {
    if (fields.empty()) return;
    const auto one = rows_by_step(files.first, fields[0]);
    const auto other = rows_by_step(files.second, fields[0]);
    for (const auto& [step, row] : one) {
        const auto found = other.find(step);
        if (found == other.end()) continue;
        ++comparison.compared;
        for (const std::string& field : fields) {
            const bool per_atom = field.rfind(system_group, 0) == 0;
            const auto difference = difference_of(
                h5::numbers_of(files.first, field, row),
                h5::numbers_of(files.second, field, found->second), step, field, per_atom);
            if (difference && !comparison.difference) comparison.difference = difference;
        }
        if (comparison.difference) return;
    }
}

/// Whether a value goes by how often output was asked for: numbers of frames and rows, averages of
/// these, and the line through the samples of the energy.
bool depends_on_output(const std::string& name) {
    static const std::set<std::string> counts{
        "/values/counts", "/values/energy_drift", // of version 0.1.0
        "/values/output_frames", "/values/output_thermo_rows", "/values/output_energy_drift"};
    return counts.count(name) > 0 || name.rfind("/values/output_average_", 0) == 0;
}

/// Gives the atom of a difference its number in place of its place in the file.
void name_atom(const h5::UntrustedFile& file, const std::string& list, const std::string& first,
               Comparison& comparison) {
    if (!comparison.difference || comparison.difference->atom < 0) return;
    std::int64_t& atom = comparison.difference->atom;
    const auto place = static_cast<std::size_t>(atom);
    if (file.has(list)) {
        const h5::Numbers labels = h5::numbers_of(file, list);
        if (place < labels.count()) atom = static_cast<std::int64_t>(labels.at(place));
    } else if (!first.empty() && file.has(first)) {
        const h5::Numbers number = h5::numbers_of(file, first);
        if (number.count() == 1) atom += static_cast<std::int64_t>(number.at(0));
    }
}

} // namespace

void leave_out_others(const std::vector<std::string>& first, const std::vector<std::string>& second,
                      Comparison& comparison) {
    MDSIM_EXPECT(std::is_sorted(first.begin(), first.end()));
    MDSIM_EXPECT(std::is_sorted(second.begin(), second.end()));
    std::vector<std::string> others;
    std::set_symmetric_difference(first.begin(), first.end(), second.begin(), second.end(),
                                  std::back_inserter(others));
    for (const std::string& name : others)
        comparison.left_out.push_back(name + ", which only one of them has");
}

Comparison compare_checkpoints(const std::string& first, const std::string& second) {
    Comparison comparison;
    comparison.what = "checkpoints";
    const CheckpointHead one = verify_checkpoint(first), other = verify_checkpoint(second);
    if (one.step != other.step) {
        comparison.left_out.push_back(
            fmt::format("all of them: they are of the steps {} and {}", one.step, other.step));
        return comparison;
    }
    const h5::Lock lock;
    const h5::UntrustedFile a(first), b(second);
    comparison.compared = 1;
    for (const char* group : {"/atoms", "/values"}) {
        const auto names = a.datasets_below(group), others = b.datasets_below(group);
        leave_out_others(names, others, comparison);
        for (const std::string& name : common(names, others)) {
            if (depends_on_output(name)) continue;
            const auto found = difference_of(h5::numbers_of(a, name), h5::numbers_of(b, name),
                                             one.step, name, group == std::string("/atoms"));
            if (found && !comparison.difference) comparison.difference = found;
        }
    }
    name_atom(a, "/atoms/label", "/values/first_label", comparison);
    return comparison;
}

Comparison compare_series(const std::string& first, const std::string& second) {
    Comparison comparison;
    comparison.what = "frames";
    const h5::Lock lock;
    const SeriesPair files{h5::UntrustedFile(first), h5::UntrustedFile(second)};
    compare_constants(files, comparison);
    const auto fields = fields_in(files.first), others = fields_in(files.second);
    leave_out_others(fields, others, comparison);
    compare_fields(files, common(fields, others), comparison);
    name_atom(files.first, std::string(system_group) + "/id", "", comparison);
    return comparison;
}

} // namespace mdsim
