// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/export_options.hpp"
#include "engine/run_settings.hpp"

namespace mdsim {

/// What the program is asked to do.
enum class Mode {
    run,
    dry_run,
    describe,
    validate,
    doctor,
    export_trajectory,
    check,
    compare,
    python_command,
    done
};

/// Whether to go on from a checkpoint: not, from one that must be there, or from one if it is
/// there.
enum class Resume { no, yes, automatic };

/// The command line, parsed.
struct CommandLine {
    Mode mode = Mode::run;
    std::string text;                   ///< all of it, as a shell takes it
    std::string input;                  ///< the input file
    std::vector<std::string> overrides; ///< section.key=value
    std::string output;                 ///< replaces run.output where not empty
    std::string describe_key;
    std::string data; ///< where `validate` looks for reference data
    DeviceChoice validated_device = DeviceChoice::automatic; ///< what `validate` computes on
    std::optional<double> gpu_memory;                        ///< of a GPU to plan for [bytes]
    ExportOptions exported;
    std::string checked;               ///< the folder that `check` looks at
    std::vector<std::string> compared; ///< the two folders that `compare` looks at
    std::vector<std::string> python;   ///< the words of a command of the Python package
    Resume resume = Resume::no;
    bool overwrite = false;
    bool quiet = false;
};

/// Parses the command line. Prints help or version itself and returns Mode::done. Throws
/// InputError.
CommandLine parse_command_line(int argc, const char* const* argv, bool print);

} // namespace mdsim
