// SPDX-License-Identifier: BSD-3-Clause
#include "session/damage_report.hpp"

#include <fmt/format.h>

#include <utility>

#include "output/sums_log.hpp"

namespace mdsim {

void DamageReport::begin(std::vector<EarlierRows> earlier) {
    check_.begin(std::move(earlier));
    for (const std::string& path : check_.findings().without_sums)
        warn_(fmt::format("{}: it has no checksums of this run, so earlier rows cannot be checked: "
                          "an earlier version wrote it, or {} was removed",
                          path, sums_path(path)));
    tell();
}

void DamageReport::tell() {
    constexpr std::size_t most = 20;
    for (const Damage& damage : check_.take_news()) {
        if (++reported_ <= most)
            warn_(fmt::format("{}: damaged since it was written: {}; the run goes on, and mdsim "
                              "check {} lists all damage",
                              damage.file, damage.what, folder_));
        if (reported_ == most + 1) warn_("there is more damage, which summary.json will list");
    }
}

void DamageReport::finish(bool stopped) {
    stopped ? check_.stop() : check_.finish();
    tell();
}

} // namespace mdsim
