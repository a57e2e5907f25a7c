// SPDX-License-Identifier: BSD-3-Clause
#include "app/compare_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <vector>

#include "core/agreement.hpp"
#include "output/checkpoint_file.hpp"
#include "output/compare_files.hpp"
#include "output/durable_file.hpp"
#include "session/run_files.hpp"

namespace mdsim {

namespace {

using Compare = Comparison (*)(const std::string&, const std::string&);

/// Two files of the same name in two runs.
struct FilePair {
    std::string first;
    std::string second;
};

/// Compares two files where both are there; what prevents it is said.
Comparison compare_if_there(const std::string& what, Compare compare, const FilePair& files) {
    Comparison comparison;
    if (file_exists(files.first) && file_exists(files.second)) {
        try {
            comparison = compare(files.first, files.second);
        } catch (const std::exception& error) {
            comparison.unreadable.emplace_back(error.what());
        }
    } else if (file_exists(files.first) || file_exists(files.second)) {
        for (const std::string& path : {files.first, files.second})
            if (!file_exists(path))
                comparison.left_out.push_back("all of them: there is no " + path);
    }
    comparison.what = what;
    return comparison;
}

std::string place_of(const Difference& d) {
    return fmt::format("{}{}", d.quantity,
                       d.atom >= 0 ? fmt::format(" of atom {}", d.atom) : std::string());
}

void tell_difference(const Comparison& c) {
    const Difference& d = *c.difference;
    const std::string since = d.step < 0
                                  ? "they differ in"
                                  : fmt::format("they differ from step {} on, first in", d.step);
    if (!d.other_kind.empty())
        fmt::print("{}: {} {}: {}\n", c.what, since, place_of(d), d.other_kind);
    else
        fmt::print("{}: {} {}: {} and {}; largest difference there {:.3g}\n", c.what, since,
                   place_of(d), d.first, d.second, d.largest);
}

void tell(const Comparison& c) {
    if (c.difference)
        tell_difference(c);
    else if (c.compared > 0 && c.unreadable.empty())
        fmt::print("{}: the same bits in {} that both have\n", c.what, c.compared);
    else if (!c.left_out.empty() || !c.unreadable.empty())
        fmt::print("{}:\n", c.what);
    for (const std::string& part : c.left_out) fmt::print("    not compared: {}\n", part);
    for (const std::string& part : c.unreadable) fmt::print("    CANNOT BE COMPARED: {}\n", part);
}

/// Whether two checkpoints are of one step, so that results over whole runs can be the same.
bool are_of_one_step(const Comparison& checkpoints) { return checkpoints.compared > 0; }

std::vector<Comparison> compare_folders(const std::string& first, const std::string& second) {
    const RunFiles a{first}, b{second};
    std::vector<Comparison> all{
        compare_if_there("checkpoints", compare_checkpoints,
                         {checkpoint_path(first, 0), checkpoint_path(second, 0)})};
    for (const std::string& table : row_tables()) {
        all.push_back(compare_if_there(fmt::format("rows of {}.csv", table), compare_tables,
                                       {a.csv(table), b.csv(table)}));
        all.push_back(compare_if_there(fmt::format("rows of {}.h5", table), compare_series,
                                       {a.hdf5(table), b.hdf5(table)}));
    }
    all.push_back(compare_if_there("frames", compare_series, {a.trajectory(), b.trajectory()}));
    if (!are_of_one_step(all[0])) return all;
    // Averages follow from thermo.csv, and HDF5 files hold what the tables beside them do.
    for (const std::string& name : replaced_tables())
        if (name.ends_with(".csv") && name != "averages.csv")
            all.push_back(
                compare_if_there("lines of " + name, compare_lines,
                                 {(a.folder / name).string(), (b.folder / name).string()}));
    return all;
}

/// Whether any of the comparisons has such a property.
template <class Has> bool any_of(const std::vector<Comparison>& all, const Has& has) {
    return std::any_of(all.begin(), all.end(), has);
}

void expect_folders(const std::string& first, const std::string& second) {
    for (const std::string& folder : {first, second}) {
        std::error_code error;
        if (!std::filesystem::is_directory(folder, error))
            throw InputError(folder,
                             "there is no such folder; name the output folders of two runs");
    }
}

/// Says what the comparisons came to; the exit code that says it.
ExitCode verdict_on(const std::vector<Comparison>& all) {
    if (any_of(all, [](const Comparison& c) { return c.difference.has_value(); })) {
        fmt::print("the runs differ\n");
        return runs_differ;
    }
    if (any_of(all, [](const Comparison& c) { return !c.unreadable.empty(); })) {
        fmt::print("it is not known whether the runs have the same bits: some of what they wrote "
                   "cannot be compared\n");
        return ExitCode::input_error;
    }
    const bool all_there = !any_of(all, [](const Comparison& c) { return !c.left_out.empty(); });
    fmt::print("{}\n", all_there ? "the runs have the same bits"
                                 : "the runs have the same bits in all that both of them wrote");
    return ExitCode::success;
}

} // namespace

ExitCode compare_runs(const Communicator& comm, const std::string& first,
                      const std::string& second) {
    ExitCode code = ExitCode::success;
    do_on_root(comm, [&] {
        expect_folders(first, second);
        const std::vector<Comparison> all = compare_folders(first, second);
        for (const Comparison& comparison : all) tell(comparison);
        if (!any_of(all, [](const Comparison& c) {
                return c.compared > 0 || c.difference || !c.unreadable.empty();
            }))
            throw InputError(second, "nothing of these runs can be compared: they share no "
                                     "checkpoint step, no row and no frame");
        code = verdict_on(all);
    });
    return code;
}

} // namespace mdsim
