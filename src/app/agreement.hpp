// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "core/communicator.hpp"
#include "core/error.hpp"

namespace mdsim {

/// A failure of the machine that all ranks throw alike, so that they can leave in order.
class SharedEnvironmentError : public EnvironmentError {
  public:
    using EnvironmentError::EnvironmentError;
};

/// Runs `work` on every rank and lets all ranks agree on the outcome: where it threw InputError on
/// some ranks, all ranks throw the one of the lowest of them. `work` must not communicate.
void agree_on(const Communicator& comm, const std::function<void()>& work);

/// Runs `work` on rank 0 and lets all ranks throw the InputError that it threw, or its
/// EnvironmentError as SharedEnvironmentError. `work` must not communicate.
void do_on_root(const Communicator& comm, const std::function<void()>& work);

} // namespace mdsim
