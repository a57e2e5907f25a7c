// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/communicator.hpp"

namespace mdsim {

/// Prints what this build and this machine offer, what a run would use of it, and advice where
/// something looks wrong; collective, the output comes from rank 0.
void print_doctor(const Communicator& comm, const MpiSession& session);

} // namespace mdsim
