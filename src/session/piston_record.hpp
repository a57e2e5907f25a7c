// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "output/checkpoint_file.hpp"
#include "output/checkpoint_reader.hpp"
#include "physics/coupling/barostat_action.hpp"

namespace mdsim {

/// Writes the state of the last piston; nothing where no stage had one.
void add_piston(const PistonState& state, CheckpointContent& content);

/// Reads it: at rest where there is none. Throws InputError where no run of mdsim wrote it so.
PistonState read_piston(const CheckpointReader& reader, const std::string& path);

} // namespace mdsim
