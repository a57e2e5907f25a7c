// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/field.hpp"

namespace mdsim {

/// The arithmetic of a run.
enum class Precision { mixed, double_ };

constexpr EnumNames<Precision, 2> enum_names(Precision) {
    return {{{"mixed", Precision::mixed}, {"double", Precision::double_}}};
}

/// Where a run computes.
enum class DeviceChoice { automatic, cpu, cuda };

constexpr EnumNames<DeviceChoice, 3> enum_names(DeviceChoice) {
    return {{{"auto", DeviceChoice::automatic},
             {"cpu", DeviceChoice::cpu},
             {"cuda", DeviceChoice::cuda}}};
}

/// What to say to other names of devices; empty for any other word.
constexpr std::string_view meant_by(DeviceChoice, std::string_view word) {
    if (word.starts_with("gpu") || word.starts_with("GPU") || word.starts_with("CUDA"))
        return "did you mean \"cuda\"? It computes on a GPU";
    return {};
}

/// The section [run].
struct RunSettings {
    static constexpr int most_threads = 4096;

    Precision precision = Precision::mixed;
    DeviceChoice device = DeviceChoice::automatic;
    std::int64_t seed = 1;
    int threads = 0;
    std::string output;
    std::optional<double> wall_time; ///< [s]
    std::string author = "N/A";

    static constexpr auto fields() {
        return std::make_tuple(
            field("precision", &RunSettings::precision,
                  "mixed: pair forces in float, sums in fixed point; double: the reference"),
            field("device", &RunSettings::device,
                  "where to compute; auto takes a GPU if there is one and this build supports it",
                  free_on_resume()),
            field("seed", &RunSettings::seed, Dimension::none, at_least(0),
                  "seed of all random numbers; the same seed gives the same run"),
            field("threads", &RunSettings::threads, Dimension::none,
                  between(0, RunSettings::most_threads),
                  "threads of each rank; 0: OMP_NUM_THREADS, or the cores of the node shared "
                  "among its ranks",
                  free_on_resume()),
            field("output", &RunSettings::output,
                  "folder for all output; empty: the name of the input file with .out, in the "
                  "current "
                  "folder",
                  free_on_resume()),
            field("wall_time", &RunSettings::wall_time, Dimension::wall_time, positive(),
                  "stop after a checkpoint when the program has run this long: seconds, "
                  "\"hh:mm:ss\" or \"90 min\"",
                  free_on_resume()),
            field("author", &RunSettings::author, "name stored in the H5MD files",
                  free_on_resume_until("trajectory.h5md")));
    }
};

} // namespace mdsim
