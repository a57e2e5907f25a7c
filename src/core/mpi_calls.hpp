// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <thread>

#include "core/communicator.hpp"
#include "core/wait_watch.hpp"

namespace mdsim {

/// Makes a call of MPI that may wait for other ranks; `name` is a literal.
template <class Call> void wait_in(const char* name, const Call& call) {
    const Waiting waiting(name);
    check_mpi(call(), name);
}

/// Returns when all requests of a call of this name are complete. A wait that is not over soon
/// leaves its core to others between its looks: to threads that write files, and to other ranks
/// where there are more than cores.
inline void await(const char* name, int count, MPI_Request* requests) {
    using std::chrono::microseconds;
    constexpr microseconds soon(500), pause(20);
    const Waiting waiting(name);
    for (int done = 0;;) {
        check_mpi(MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE), name);
        if (done != 0) return;
        if (Waiting::Clock::now() - waiting.since() > soon)
            std::this_thread::sleep_for(pause);
        else
            std::this_thread::yield();
    }
}

/// Calls `act(offset, count)` for pieces of at most `limit` elements.
template <class Act> void by_pieces(std::size_t size, std::size_t limit, Act act) {
    for (std::size_t done = 0; done < size; done += limit)
        act(done, static_cast<int>(std::min(limit, size - done)));
}

template <class Begin> void Communicator::meet_in(const char* name, const Begin& begin) const {
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(begin(&request), name);
    await(name, 1, &request);
}

} // namespace mdsim
