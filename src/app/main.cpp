// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "app/program.hpp"
#include "app/python_command.hpp"
#include "app/supervise/supervise.hpp"
#include "app/supervise/supervise_options.hpp"
#include "core/communicator.hpp"
#include "core/start_time.hpp"
#include "guard/hdf5_handle.hpp"
#include "report/failure.hpp"

namespace {

int guarded(int argc, char** argv, const mdsim::StartTime& start,
            const mdsim::MpiSession& session) {
    const mdsim::Communicator comm = mdsim::Communicator::world();
    const mdsim::Communicator ends = comm.duplicate();
    int code = 0;
    bool in_order = true;
    try {
        code = static_cast<int>(mdsim::run_program(argc, argv, start, comm, session));
    } catch (const std::exception& error) {
        const mdsim::Failure failure = mdsim::met_by_all(mdsim::failure_of(error), ends);
        code = static_cast<int>(mdsim::tell(failure, comm));
        in_order = failure.known == mdsim::Known::in_order;
    }
    // HDF5 would stumble over what could not be closed when MPI ends; several ranks must end it.
    if (!in_order || (comm.size() == 1 && !mdsim::guard::all_hdf5_closed())) {
        std::fflush(nullptr);
        std::_Exit(code);
    }
    return code;
}

/// Whether the first word is the name of a command.
bool is_command(int argc, char** argv, const char* name) {
    return argc > 1 && std::strcmp(argv[1], name) == 0;
}

/// Whether the command does without MPI: it starts programs that begin it themselves, or looks at
/// a run for hours.
bool does_without_mpi(int argc, char** argv) {
    constexpr std::array names{"supervise", "plan", "elastic", "rerun", "watch"};
    return std::any_of(names.begin(), names.end(),
                       [&](const char* name) { return is_command(argc, argv, name); });
}

/// `mdsim supervise`, and those of the Python package.
int run_without_mpi(int argc, char** argv) {
    try {
        if (!is_command(argc, argv, "supervise"))
            return mdsim::python_command({argv + 1, argv + argc});
        const auto options = mdsim::read_supervise_options(argc - 1, argv + 1);
        return options ? mdsim::supervise(*options) : 0;
    } catch (const std::exception& error) {
        const mdsim::Failure failure = mdsim::failure_of(error);
        mdsim::say({failure.what});
        return static_cast<int>(failure.code);
    }
}

} // namespace

int main(int argc, char** argv) {
    const mdsim::StartTime start;
    // A file that outgrows its limit is an error of the write call, not a sudden end; a reader of
    // the words who has gone is no reason to stop a run.
    std::signal(SIGXFSZ, SIG_IGN);
    std::signal(SIGPIPE, SIG_IGN);
    if (does_without_mpi(argc, argv)) return run_without_mpi(argc, argv);
    try {
        const mdsim::MpiSession session(argc, argv);
        return guarded(argc, argv, start, session);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "mdsim: %s\n", error.what());
        return static_cast<int>(mdsim::ExitCode::environment_error);
    }
}
