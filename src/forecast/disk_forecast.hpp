// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "config/output_sections.hpp"
#include "core/box.hpp"
#include "engine/run_settings.hpp"
#include "engine/stage_settings.hpp"

namespace mdsim {

/// What a run will write, and what its disk has for it [bytes].
struct DiskForecast {
    std::int64_t frame_count = 0;
    std::int64_t row_count = 0;
    double frames = 0;
    double rows = 0;
    double measures = 0; ///< tables of structure
    double checkpoints = 0;
    double there = 0; ///< that files of an earlier run take, which are replaced or grow
    double free = -1; ///< below 0 where the system does not say

    double needed() const { return frames + rows + measures + checkpoints; }
    bool fits() const { return free < 0 || needed() <= there + free; }
};

/// The forecast for a run of so many atoms that writes into `folder`, where files of an earlier
/// run, which are replaced or grow, take `there` bytes.
DiskForecast forecast_disk(const std::vector<StageSettings>& stages, const OutputSections& output,
                           Precision precision, const Box& box, std::int64_t atoms,
                           const std::filesystem::path& folder, double there);

/// What the plan of a run says of it.
std::string disk_text(const DiskForecast& forecast);

/// A warning in words; empty where all fits.
std::string disk_warning(const DiskForecast& forecast);

} // namespace mdsim
