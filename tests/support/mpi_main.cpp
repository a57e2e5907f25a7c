// SPDX-License-Identifier: BSD-3-Clause
// The main of the tests that run on several ranks. Rank 0 reports as usual; another rank speaks
// only of what failed, at once and with its number, so that a failure is seen even if the others
// then wait.
#include "support/catch_session.hpp"

#include <iostream>
#include <mpi.h>
#include <streambuf>
#include <string>

namespace {

/// Passes text on to standard error line by line behind the rank's number, except Catch's summary
/// of a run without failures.
class RankLines : public std::streambuf {
  public:
    explicit RankLines(int rank) : prefix_("[rank " + std::to_string(rank) + "] ") {}

  protected:
    int overflow(int c) override {
        if (c == traits_type::eof()) return 0;
        if (c != '\n') {
            line_ += static_cast<char>(c);
            return c;
        }
        const bool is_summary =
            line_.rfind("====", 0) == 0 || line_.rfind("All tests passed", 0) == 0;
        if (!line_.empty() && !is_summary) std::cerr << prefix_ + line_ + '\n' << std::flush;
        line_.clear();
        return c;
    }

  private:
    std::string prefix_;
    std::string line_;
};

int run_session(int argc, char** argv, int rank) {
    if (rank == 0) return run_catch_session(argc, argv);
    RankLines lines(rank);
    std::streambuf* standard = std::cout.rdbuf(&lines);
    const int failed = run_catch_session(argc, argv);
    std::cout.rdbuf(standard);
    return failed;
}

} // namespace

int main(int argc, char** argv) {
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int failed = run_session(argc, argv, rank);
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return failed == 0 ? 0 : 1;
}
