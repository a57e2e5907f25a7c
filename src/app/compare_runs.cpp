// SPDX-License-Identifier: BSD-3-Clause
#include "app/compare_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <vector>

#include "app/agreement.hpp"
#include "app/run_files.hpp"
#include "output/checkpoint_file.hpp"
#include "output/compare_files.hpp"
#include "output/durable_file.hpp"

namespace mdsim {

namespace {

using Compare = Comparison (*)(const std::string&, const std::string&);

/// Compares two files where both are there; what prevents it is said.
Comparison compare_if_there(const std::string& what, Compare compare, const std::string& first,
                            const std::string& second) {
    Comparison comparison{what, 0, {}, {}};
    if (!file_exists(first) && !file_exists(second)) return comparison;
    for (const std::string& path : {first, second})
        if (!file_exists(path)) comparison.left_out.push_back("all of them: there is no " + path);
    if (!comparison.left_out.empty()) return comparison;
    try {
        return compare(first, second);
    } catch (const std::exception& error) {
        comparison.left_out.emplace_back(error.what());
    }
    return comparison;
}

void tell(const Comparison& c) {
    if (c.compared == 0 && c.left_out.empty()) return;
    if (c.difference) {
        const Difference& d = *c.difference;
        fmt::print("{}: they differ from step {} on, first in {}{}: {} and {}; largest difference "
                   "there {:.3g}\n",
                   c.what, d.step, d.quantity,
                   d.atom >= 0 ? fmt::format(" of the atom with id {} (from 0)", d.atom) : "",
                   d.first, d.second, d.largest);
    } else if (c.compared > 0) {
        fmt::print("{}: the same bits in {} that both have\n", c.what, c.compared);
    }
    for (const std::string& part : c.left_out) fmt::print("    not compared: {}\n", part);
}

std::vector<Comparison> compare_folders(const std::string& first, const std::string& second) {
    const RunFiles a{first}, b{second};
    return {compare_if_there("checkpoints", compare_checkpoints, checkpoint_path(first, 0),
                             checkpoint_path(second, 0)),
            compare_if_there("rows of thermo.csv", compare_tables, a.thermo_csv(), b.thermo_csv()),
            compare_if_there("frames", compare_trajectories, a.trajectory(), b.trajectory())};
}

bool compare_and_tell(const std::string& first, const std::string& second) {
    for (const std::string& folder : {first, second}) {
        std::error_code error;
        if (!std::filesystem::is_directory(folder, error))
            throw InputError(folder,
                             "there is no such folder; name the output folders of two runs");
    }
    const std::vector<Comparison> all = compare_folders(first, second);
    const bool any =
        std::any_of(all.begin(), all.end(), [](const auto& c) { return c.compared > 0; });
    const bool differ =
        std::any_of(all.begin(), all.end(), [](const auto& c) { return c.difference.has_value(); });
    for (const Comparison& comparison : all) tell(comparison);
    if (!any)
        throw InputError(second, "nothing of these runs can be compared: they share no checkpoint "
                                 "step, no row and no frame");
    fmt::print("{}\n", differ ? "the runs differ" : "the runs have the same bits");
    return !differ;
}

} // namespace

ExitCode compare_runs(const Communicator& comm, const std::string& first,
                      const std::string& second) {
    bool same = true;
    do_on_root(comm, [&] { same = compare_and_tell(first, second); });
    return same ? ExitCode::success : runs_differ;
}

} // namespace mdsim
