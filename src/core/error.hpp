// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace mdsim {

/// Exit codes of the program, part of its documented interface.
enum class ExitCode : int {
    success = 0,
    input_error = 2,       ///< the input, or a file it names, is wrong
    physics_error = 3,     ///< the simulation left the range in which it means anything
    environment_error = 4, ///< the machine failed: disk, memory, MPI, device
    stopped = 5            ///< stopped by a signal or the time limit, after a checkpoint
};

/// One error of the user's input: where it is, what was found and what to do about it.
struct Diagnostic {
    std::string where;   ///< "melt.toml:12", a key or a file; may be empty
    std::string message; ///< what was found, what is allowed, what to try
};

/// Raised before the first step; carries every error of the input at once.
class InputError : public std::runtime_error {
  public:
    explicit InputError(std::vector<Diagnostic> errors);
    InputError(std::string where, std::string message);

    const std::vector<Diagnostic>& errors() const { return errors_; }

  private:
    std::vector<Diagnostic> errors_;
};

/// Raised when the machine fails: a full disk, an unwritable folder, a failed library call.
class EnvironmentError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// One that all ranks throw alike, with the same words.
class SharedEnvironmentError : public EnvironmentError {
  public:
    using EnvironmentError::EnvironmentError;
};

/// Raised when the simulation fails: an atom moved too far, NaN, an overflowing sum.
class PhysicsError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Raised when a promise inside the program is broken; always a defect of mdsim itself.
class ContractError : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

} // namespace mdsim
