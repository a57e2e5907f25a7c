// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "core/communicator.hpp"

namespace mdsim {

/// Runs `work` on every rank and lets all ranks agree on the outcome: where it threw InputError on
/// some ranks, all ranks throw the one of the lowest of them. `work` must not communicate.
void agree_on(const Communicator& comm, const std::function<void()>& work);

/// Runs `work` on rank 0 and lets all ranks throw the InputError or EnvironmentError that it threw.
/// `work` must not communicate.
void do_on_root(const Communicator& comm, const std::function<void()>& work);

} // namespace mdsim
