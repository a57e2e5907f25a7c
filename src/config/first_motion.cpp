// SPDX-License-Identifier: BSD-3-Clause
#include "config/first_motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mdsim {

std::size_t first_moving_stage(const Config& config) {
    const auto moves = [](const StageSettings& stage) { return stage.steps > 0; };
    return static_cast<std::size_t>(
        std::find_if(config.stages.begin(), config.stages.end(), moves) - config.stages.begin());
}

std::string motion_advice(const Config& config) {
    return fmt::format("{}, or begin with a langevin stage",
                       config.velocity.temperature ? "raise velocity.temperature"
                                                   : "add [velocity] with temperature");
}

bool rests_on_lattice(const Config& config) {
    const auto& lattice = config.system.lattice;
    const std::array<bool, 3> all{true, true, true};
    const bool alone = !config.system.random && lattice && lattice->inside.empty() &&
                       lattice->outside.empty() && !(lattice->cells && config.box.edges);
    return alone && lattice->displacement == 0 && lattice->species.size() <= 1 &&
           config.box.periodic.value_or(all) == all && config.velocity.temperature.value_or(0) == 0;
}

} // namespace mdsim
