// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "config/config.hpp"
#include "core/communicator.hpp"
#include "engine/any_simulation.hpp"
#include "report/busy_line.hpp"
#include "session/checkpoint_state.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// The system that an input describes, fitted to the machine that is to compute it; adds to the
/// input what files gave. Collective. Throws InputError, and EnvironmentError where memory does not
/// suffice.
SystemParts make_parts(Config& config, const Communicator& comm, BusyLine& busy);

/// Adds what the atoms of a start show, which may also explain a failure; collective.
void add_start_warnings(const Config& config, const Communicator& comm, SystemParts& parts);

/// Puts the atoms into their places, those of the checkpoint where there is one; collective.
template <class P>
void place_atoms(const MotionSections& motion, const SystemParts& parts,
                 const std::optional<CheckpointData<P>>& resumed, AnySimulation<P>& simulation);

} // namespace mdsim
