// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "output/checkpoint_file.hpp"

namespace mdsim {

/// Reads a checkpoint that was just written and closed, and compares every value with what was to
/// be written; all ranks call it, each looks at its own atoms where all can see the file.
///
/// Throws EnvironmentError that names the part which is missing or other. What is compared comes
/// from the page cache of the host: this finds what the library and the file system lost, not what
/// the disk will lose.
void read_back(const std::string& path, const CheckpointContent& content, BlockGather& gather);

} // namespace mdsim
