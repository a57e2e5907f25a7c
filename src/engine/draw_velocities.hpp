// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/ids.hpp"
#include "engine/stage_settings.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Gives each owned atom a velocity of the Maxwell-Boltzmann distribution at kT [energy], a pure
/// function of seed, particle and step.
template <class P>
void draw_velocities(Particles<P, Host>& particles, const LocalCells& cells,
                     const std::vector<double>& mass, std::uint64_t seed, Step step,
                     double temperature);

/// The temperature kT that a stage wants after `done` of its steps [energy]: constant, or linear.
double target_temperature(const StageSettings& stage, Step done);

} // namespace mdsim
