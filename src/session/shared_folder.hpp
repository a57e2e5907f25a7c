// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <filesystem>

#include "core/communicator.hpp"

namespace mdsim {

/// Throws InputError on all ranks where one does not see the folder that rank 0 has locked, as on a
/// host with a disk of its own. File systems of several hosts may show a new file late, so a rank
/// looks for so long.
void expect_shared(const std::filesystem::path& folder, const Communicator& comm,
                   std::chrono::milliseconds patience);

} // namespace mdsim
