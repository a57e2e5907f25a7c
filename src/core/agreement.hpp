// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "core/communicator.hpp"
#include "core/error.hpp"

namespace mdsim {

/// A failure of the machine after which all ranks can leave in order: none waits for another.
class OrderlyEnvironmentError : public SharedEnvironmentError {
  public:
    using SharedEnvironmentError::SharedEnvironmentError;
};

/// Runs `work` on every rank and lets all ranks agree on the outcome: where it threw InputError on
/// some ranks, all ranks throw the one of the lowest of them. `work` must not communicate.
void agree_on(const Communicator& comm, const std::function<void()>& work);

/// Runs `work` on rank 0 and lets all ranks throw the InputError that it threw, or its
/// EnvironmentError as OrderlyEnvironmentError. `work` must not communicate.
void do_on_root(const Communicator& comm, const std::function<void()>& work);

} // namespace mdsim
