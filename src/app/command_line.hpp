// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace mdsim {

/// What the program is asked to do.
enum class Mode { run, dry_run, describe, validate, doctor, done };

/// The command line, parsed.
struct CommandLine {
    Mode mode = Mode::run;
    std::string input;                  ///< the input file
    std::vector<std::string> overrides; ///< section.key=value
    std::string output;                 ///< replaces run.output where not empty
    std::string describe_key;
    std::string data; ///< where `validate` looks for reference data
    bool resume = false;
    bool overwrite = false;
    bool quiet = false;
};

/// Parses the command line. Prints help or version itself and returns Mode::done. Throws
/// InputError.
CommandLine parse_command_line(int argc, const char* const* argv, bool print);

} // namespace mdsim
