// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/units.hpp"
#include "engine/thermo.hpp"
#include "report/progress_line.hpp"

namespace mdsim {

/// What the console knows of a run before it begins.
struct RunScale {
    std::int64_t atoms = 0;
    Step first_step = 0;
    Step last_step = 0;
    bool quiet = false;
};

/// How fast a run is going.
struct Pace {
    double steps_per_second = 0;
    double seconds_left = 0;
};

/// Shows the user how a run is going, on rank 0: one line that is rewritten on a terminal, a plain
/// line now and then elsewhere and under mpirun. The line on a terminal is never longer than that
/// is wide at the moment.
class Console {
  public:
    Console(const RunScale& scale, const Units& units);

    /// Remembers the last thermodynamics.
    void show(const Thermo& thermo) { thermo_ = thermo; }

    /// Prints a line if it is time for one; cheap otherwise.
    /// `taken` are the steps that were computed so far: some may have been skipped.
    void tick(Step step, double taken, const std::string& stage, double time_step);

    /// Ends a rewritten line.
    void finish();

    /// Speed since the last look, smoothed, and the time left at it.
    Pace pace() const { return pace_; }

  private:
    using Clock = std::chrono::steady_clock;
    std::vector<ProgressField> fields(Step step, const std::string& stage, double time_step) const;

    RunScale scale_;
    Units units_;
    std::optional<Thermo> thermo_;
    Pace pace_;
    bool terminal_;
    bool open_line_ = false;
    Clock::time_point last_look_;
    Clock::time_point last_line_;
    Step last_step_;
    double last_taken_ = 0;
};

/// Whether a line can be rewritten. Open MPI gives its ranks a terminal as standard output even
/// where its own goes to a file, but never one as standard error.
bool on_terminal();

/// A duration in words: "12 s", "3 min 05 s", "2 h 10 min".
std::string duration_text(double seconds);

/// The same for what is over: below ten seconds with two digits, "0.25 s".
std::string elapsed_text(double seconds);

} // namespace mdsim
