// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/communicator.hpp"
#include "core/communicator_session.hpp"

namespace mdsim::test {

/// This process alone; starts MPI when first asked for.
inline const Communicator& alone() {
    static const MpiSession session;
    static const Communicator comm = Communicator::self();
    return comm;
}

} // namespace mdsim::test
