// SPDX-License-Identifier: BSD-3-Clause
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "app/program.hpp"
#include "core/communicator.hpp"
#include "core/error.hpp"

namespace {

/// Prints a failure, where it has not been printed for all ranks already, and returns the exit
/// code.
int told(const mdsim::Communicator& comm, bool on_all_ranks, mdsim::ExitCode code,
         const char* what) {
    if (comm.is_root() || !on_all_ranks) std::fprintf(stderr, "mdsim: %s\n", what);
    if (!on_all_ranks && comm.size() > 1) comm.abort(static_cast<int>(code));
    // HDF5 would stumble over a file that could not be closed when MPI ends.
    if (!on_all_ranks) std::_Exit(static_cast<int>(code));
    return static_cast<int>(code);
}

int guarded(int argc, char** argv, const mdsim::MpiSession& session) {
    using mdsim::ExitCode;
    const mdsim::Communicator comm = mdsim::Communicator::world();
    try {
        return static_cast<int>(mdsim::run_program(argc, argv, comm, session));
    } catch (const mdsim::InputError& error) {
        return told(comm, true, ExitCode::input_fault, error.what());
    } catch (const mdsim::PhysicsError& error) {
        return told(comm, true, ExitCode::physics_fault, error.what());
    } catch (const mdsim::EnvironmentError& error) {
        return told(comm, false, ExitCode::environment_fault, error.what());
    } catch (const std::bad_alloc&) {
        return told(
            comm, false, ExitCode::environment_fault,
            "out of memory: use fewer atoms a rank, or ask --dry-run what the system needs");
    } catch (const std::exception& error) {
        return told(comm, false, ExitCode::environment_fault, error.what());
    }
}

} // namespace

int main(int argc, char** argv) {
    // A file that outgrows its limit is an error of the write call, not a sudden end.
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        const mdsim::MpiSession session(argc, argv);
        return guarded(argc, argv, session);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "mdsim: %s\n", error.what());
        return static_cast<int>(mdsim::ExitCode::environment_fault);
    }
}
