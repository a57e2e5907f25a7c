// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "config/input_text.hpp"
#include "core/communicator.hpp"
#include "engine/thermo.hpp"
#include "output/h5md_setup.hpp"
#include "session/run_files.hpp"
#include "session/state_blocks.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// What trajectory.h5md of a run is like; `provenance` is kept in the file where it is new.
H5mdSetup trajectory_setup(const TrajectorySettings& settings, const InputText& input,
                           const SystemParts& parts, const RunFiles& files,
                           const std::string& run_id, const Provenance& provenance);

/// What a frame takes from the atoms.
FrameRequest frame_request(const TrajectorySettings& settings, const Units& units);

/// The numbers that go with a frame, in the order of trajectory_setup and in the user's units.
std::vector<double> trajectory_observables(const Units& units, const Thermo& thermo);

/// One block of what does not change about the atoms, owned.
struct AtomProperties {
    IdBlock block;
    std::vector<std::int32_t> species;
    std::vector<double> mass;
    std::vector<double> charge;
    AtomLabels labels;

    H5mdAtoms view() const { return {block, species, mass, charge, labels}; }
};

/// The properties of this rank's block of ids, in the user's units.
AtomProperties atom_properties(const SystemParts& parts, const Communicator& comm);

} // namespace mdsim
