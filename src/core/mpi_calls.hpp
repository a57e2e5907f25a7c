// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include "core/communicator_session.hpp"
#include "core/wait_watch.hpp"

namespace mdsim {

/// Makes a call of MPI that may wait for other ranks.
template <class Call> void wait_in(const char* name, const Call& call) {
    const Waiting waiting(name);
    check_mpi(call(), name);
}

/// Calls `act(offset, count)` for pieces of at most `limit` elements.
template <class Act> void by_pieces(std::size_t size, std::size_t limit, Act act) {
    for (std::size_t done = 0; done < size; done += limit)
        act(done, static_cast<int>(std::min(limit, size - done)));
}

} // namespace mdsim
