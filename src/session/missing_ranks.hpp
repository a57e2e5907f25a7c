// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "core/communicator.hpp"
#include "core/wait_watch.hpp"

namespace mdsim {

/// Ends all ranks, with a word, once this one has waited for others longer than `seconds`; null
/// where there are none. To be kept as long as the run.
std::unique_ptr<WaitWatch> watch_for_missing_ranks(double seconds, const Communicator& comm);

} // namespace mdsim
