// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX 1
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX 1
#endif
#include <mpi.h>

namespace mdsim {

/// Throws EnvironmentError with the text of MPI unless `code` is MPI_SUCCESS.
void check_mpi(int code, const char* call);

/// How many threads of a process may call MPI.
enum class ThreadLevel { single, funneled, serialized, multiple };

/// Starts MPI for its lifetime; where MPI runs already, as in tests, it leaves start and end alone.
class MpiSession {
  public:
    explicit MpiSession(ThreadLevel wanted = ThreadLevel::multiple);
    MpiSession(int& argc, char**& argv, ThreadLevel wanted = ThreadLevel::multiple);
    ~MpiSession();
    MpiSession(const MpiSession&) = delete;
    MpiSession& operator=(const MpiSession&) = delete;

    /// What MPI granted; may be less than wanted.
    ThreadLevel thread_level() const { return level_; }
    std::string_view thread_level_name() const;

  private:
    void start(int* argc, char*** argv, ThreadLevel wanted);

    ThreadLevel level_ = ThreadLevel::single;
    bool owner_ = false;
};

} // namespace mdsim
