// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "core/communicator.hpp"
#include "engine/any_simulation.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// The setup of a simulation of these parts; refers to their force field.
SimulationSetup make_setup(const SystemParts& parts);

/// The simulation of these parts, on the processor they name: the one place that chooses a space.
/// Throws EnvironmentError where a GPU fails.
template <class P>
std::unique_ptr<AnySimulation<P>> make_simulation(const SystemParts& parts,
                                                  const Communicator& comm);

/// The atoms of this rank's block as records of a precision.
template <class P> std::vector<AtomRecord<P>> make_records(const Structure& structure);

} // namespace mdsim
