// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <exception>
#include <vector>

#include "core/communicator.hpp"
#include "core/error.hpp"

namespace mdsim::python {

/// What all runs of this process share: MPI, which begins with the first of them and ends with the
/// process, and the number of threads that it began with.
class Process {
  public:
    /// The only one. Throws EnvironmentError where MPI cannot be started.
    static Process& instance();
    /// Ends MPI, if it was begun here; no run may be left.
    static void end();

    const MpiSession& session() const { return session_; }
    const Communicator& comm() const { return comm_; }

    /// Sets the threads of this rank for a run whose input asks for so many, 0 for the usual
    /// number; returns how many there are. Collective. Throws InputError.
    int choose_threads_for(int requested, std::vector<Diagnostic>& warnings) const;

    /// What follows from a failure of this rank: where others do not learn of it, all are ended at
    /// once; otherwise it returns, and the error goes on.
    void meet(const std::exception& error) const;

  private:
    Process();

    MpiSession session_;
    Communicator comm_;
    Communicator ends_; ///< for ranks that fail together
    int usual_threads_;
};

} // namespace mdsim::python
