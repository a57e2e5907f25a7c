// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "engine/minimizer.hpp"
#include "output/checkpoint_file.hpp"
#include "output/checkpoint_reader.hpp"

namespace mdsim {

/// Writes the state of the last minimization; nothing where no stage has minimized.
void add_minimizer(const MinimizerState& state, CheckpointContent& content);

/// Reads it: fresh where there is none. Throws InputError where no run of mdsim wrote it so.
MinimizerState read_minimizer(const CheckpointReader& reader, const std::string& path);

} // namespace mdsim
