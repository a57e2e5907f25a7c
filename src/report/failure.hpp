// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "core/communicator.hpp"
#include "core/error.hpp"

namespace mdsim {

/// Who learns of a failure.
enum class Known {
    here,       ///< this rank; others may learn of it too, or wait for this one
    everywhere, ///< all ranks, in the same words; they may still wait for each other
    in_order    ///< all ranks, and all leave in order
};

/// Why a run ends before its time.
struct Failure {
    ExitCode code = ExitCode::environment_error;
    Known known = Known::here;
    std::string what;
    std::vector<std::string> remarks; ///< what else helps, a line each
    std::string log;                  ///< a file that takes the words too; empty: none
};

/// Carries a failure with its remarks to where it is reported.
class RemarkedFailure final : public std::exception {
  public:
    explicit RemarkedFailure(Failure failure) : failure_(std::move(failure)) {}
    const char* what() const noexcept override { return failure_.what.c_str(); }
    const Failure& failure() const { return failure_; }

  private:
    Failure failure_;
};

Failure failure_of(const std::exception& error);

/// A failure that ends a rank which leaves in order, once all ranks have met here. Where they do
/// not meet within this time [s], as this rank alone has failed, it is known here only.
/// `ends` serves this alone.
Failure met_by_all(Failure failure, const Communicator& ends, double limit = 20);

/// Says it and then its remarks, once where all ranks fail, with rank and host where only one may.
/// Then it ends all ranks at once, unless they leave in order: it then returns the exit code.
ExitCode tell(const Failure& failure, const Communicator& comm);

/// Says each on a line of its own.
void say(const std::vector<std::string>& lines);

/// How long [s] a rank waits before it says what other ranks may say as well: the first to speak
/// ends those that wait longer.
double patience_of(Rank rank);

} // namespace mdsim
