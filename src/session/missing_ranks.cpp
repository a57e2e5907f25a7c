// SPDX-License-Identifier: BSD-3-Clause
#include "session/missing_ranks.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "core/error.hpp"
#include "report/failure.hpp"

namespace mdsim {

namespace {

/// Ends this process some time from now, whatever MPI does meanwhile: it may be called here by a
/// second thread.
void end_soon(ExitCode code) {
    std::thread([code] {
        std::this_thread::sleep_for(std::chrono::seconds(10));
        std::_Exit(static_cast<int>(code));
    }).detach();
}

} // namespace

std::unique_ptr<WaitWatch> watch_for_missing_ranks(double seconds, const Communicator& comm) {
    if (comm.size() == 1) return nullptr;
    const auto end = [&comm](const WaitWatch::Overdue& overdue) {
        end_soon(ExitCode::environment_error);
        const std::string words = fmt::format(
            "mdsim: rank {} has waited for other ranks for {:g} s ({}): one of them, or what it "
            "writes to, hangs or cannot be reached, so the run ends; --resume goes on from the "
            "last checkpoint, if there is one (parallel.longest_wait sets how long ranks wait)\n",
            comm.rank(), overdue.limit.count(), overdue.call);
        std::fputs(words.c_str(), stderr);
        comm.abort(static_cast<int>(ExitCode::environment_error));
    };
    using Limit = WaitWatch::Limit;
    return std::make_unique<WaitWatch>(Limit(seconds), end, Limit(patience_of(comm.rank())));
}

} // namespace mdsim
