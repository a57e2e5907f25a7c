// SPDX-License-Identifier: BSD-3-Clause
#include "config/first_motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mdsim {

std::size_t first_moving_stage(const std::vector<StageSettings>& stages) {
    const auto moves = [](const StageSettings& stage) { return stage.steps > 0; };
    return static_cast<std::size_t>(std::find_if(stages.begin(), stages.end(), moves) -
                                    stages.begin());
}

std::string motion_advice(const VelocitySettings& velocity) {
    return fmt::format("{}, or begin with a langevin stage",
                       velocity.temperature ? "raise velocity.temperature"
                                            : "add [velocity] with temperature");
}

bool rests_on_lattice(const SystemSettings& system, const BoxSettings& box,
                      const VelocitySettings& velocity) {
    const auto& lattice = system.lattice;
    const std::array<bool, 3> all{true, true, true};
    const bool alone = !system.random && lattice && lattice->inside.empty() &&
                       lattice->outside.empty() && !(lattice->cells && box.edges);
    // A site of wurtzite is no centre, and neither is one beside an empty site or other species.
    const bool alike = alone && lattice->species.size() <= 1 && lattice->mixtures.empty() &&
                       lattice->vacancies == 0 && lattice->vacancy_fraction == 0 &&
                       lattice->type != Lattice::wurtzite;
    return alike && lattice->displacement == 0 && box.periodic.value_or(all) == all &&
           velocity.temperature.value_or(0) == 0;
}

} // namespace mdsim
