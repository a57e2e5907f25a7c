// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/communicator.hpp"

namespace mdsim::test {

/// Runs `act` on groups of the first 1, 2, 3 ... ranks, one size after the other; collective.
template <class Act> void on_groups(Act act) {
    const Communicator world = Communicator::world();
    for (int ranks = 1; ranks <= world.size(); ++ranks) {
        const bool taking_part = world.rank() < ranks;
        const Communicator group = world.split(taking_part ? 0 : 1);
        if (taking_part) act(group);
        world.barrier();
    }
}

} // namespace mdsim::test
