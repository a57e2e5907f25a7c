// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

#include "core/communicator_session.hpp"
#include "core/contract.hpp"
#include "core/leave_core.hpp"
#include "core/wait_watch.hpp"

namespace mdsim {

// How the files of Communicator call MPI. `name` is a literal: the call that is named when it fails
// or waits too long. After a failure the run must end, because MPI may still write to the memory of
// the call.

/// Makes a call that may wait for other ranks, and keeps its core meanwhile.
template <class Call> void wait_in(const char* name, const Call& call) {
    const Waiting waiting(name);
    check_mpi(call(), name);
}

/// Lets MPI make progress; returns whether all are complete.
inline bool complete(const char* name, std::span<MPI_Request> requests) {
    bool all = true;
    // Each request is tested by itself: MPI_Testall reports a failure only when all others are
    // complete, and does not say which one failed.
    for (MPI_Request& request : requests) {
        int done = 0;
        check_mpi(MPI_Test(&request, &done, MPI_STATUS_IGNORE), name);
        all = all && done != 0;
    }
    return all;
}

/// Returns when all are complete, and leaves its core to others if that takes long.
inline void await(const char* name, std::span<MPI_Request> requests) {
    const Waiting waiting(name);
    const auto since = std::chrono::steady_clock::now();
    while (!complete(name, requests)) leave_core(since);
}

/// Makes a non-blocking call in which all ranks take part, and awaits its end.
template <class Begin> void meet_in(const char* name, const Begin& begin) {
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(begin(&request), name);
    await(name, {&request, 1});
}

/// Calls `act(offset, count)` for pieces of at most `limit` elements.
template <class Act> void by_pieces(std::size_t size, std::size_t limit, Act act) {
    MDSIM_EXPECT(limit > 0 && limit <= static_cast<std::size_t>(std::numeric_limits<int>::max()));
    for (std::size_t done = 0; done < size; done += limit)
        act(done, static_cast<int>(std::min(limit, size - done)));
}

} // namespace mdsim
