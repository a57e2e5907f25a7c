// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "app/config.hpp"
#include "app/system_parts.hpp"
#include "engine/simulation.hpp"

namespace mdsim {

/// The setup of a simulation of these parts; refers to their force field.
SimulationSetup make_setup(const Config& config, const SystemParts& parts);

/// The atoms of this rank's block as records of a precision.
template <class P> std::vector<AtomRecord<P>> make_records(const Structure& structure);

} // namespace mdsim
