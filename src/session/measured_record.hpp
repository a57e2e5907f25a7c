// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "output/checkpoint_file.hpp"
#include "output/checkpoint_reader.hpp"
#include "physics/coupling/coupled_sums.hpp"

namespace mdsim {

/// Adds to a checkpoint the sums that thermostat and barostat have not acted by yet: the values
/// `measured_step` and `measured`. Without them there are no values.
void add_measured(const std::optional<CoupledSums>& sums, CheckpointContent& content);

/// Those that a checkpoint holds. Throws InputError with `path`, the file of the checkpoint, where
/// they are not possible.
std::optional<CoupledSums> read_measured(const CheckpointReader& reader, const std::string& path);

} // namespace mdsim
