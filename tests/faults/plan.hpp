// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <string>

namespace mdsim::faults {

/// What becomes of the call that is chosen, and of those behind it.
enum class Mode {
    once,   ///< it fails, once
    sticky, ///< it fails, and so do those behind it that a full disk or a lost GPU would fail
    shorter ///< a write takes half of its bytes and reports that; other calls fail once
};

/// Which call of this process fails, and how; read from the environment (see README.md).
class Plan {
  public:
    static Plan& get();

    /// The plan, or null while it is being made, which asks for memory itself.
    static Plan* if_made();

    /// Whether this process takes part: it runs the program under test, and is the rank that fails.
    bool active() const { return active_; }

    /// Counts a call, logs it with its place and what it acts on, and says whether it is to fail.
    /// `file` is the descriptor that it was given; -1: none.
    bool fails(const char* call, const std::string& on, int file = -1);

    Mode mode() const { return mode_; }

    /// The value of errno, or of a library's own status, that a failing call gives.
    int error() const { return error_; }

    /// Whether a path is the folder whose files fail, or lies in it.
    bool covers(const std::string& path) const;

    /// Whether calls of this family ("file", "memory", "cuda") are counted.
    bool counts(const char* family) const { return active_ && family_ == family; }

  private:
    Plan();
    void log(long number, const char* call, int file, bool failed, const std::string& on) const;

    bool active_ = false;
    std::string family_;
    std::string folder_;
    std::string log_path_;
    std::string failed_call_;
    long at_ = 0;
    int error_ = 0;
    Mode mode_ = Mode::once;
    int depth_ = 1;
    std::atomic<long> count_{0};
    std::atomic<bool> failed_{false};
};

} // namespace mdsim::faults
