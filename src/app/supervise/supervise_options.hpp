// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace mdsim {

/// How a run is to be kept going.
struct SuperviseOptions {
    std::string input;
    std::vector<std::string> passed; ///< further words for the program

    std::optional<int> ranks;                  ///< none: as many as GPUs are present, otherwise one
    std::string ranks_command;                 ///< prints the number of ranks; empty: as above
    std::vector<std::string> mpirun{"mpirun"}; ///< the launcher, used for several ranks

    std::string notice_file;    ///< the machine goes away once it is there; may be empty
    std::string notice_command; ///< the same once it ends with 0; may be empty
    bool once = false;          ///< ends after a notice, in place of waiting until it is taken back
    double look_every = 2;      ///< how often notices are looked for [s]

    double grace = 120; ///< for a run that was asked to stop, until it is killed [s]
    int attempts = 3;   ///< failures in a row, without a new checkpoint, that end it
    double pause = 5;   ///< before it starts again after a failure [s]

    std::filesystem::path folder; ///< of the run
    bool on_cpu = false;          ///< the input asks for processors
};

/// The options of `mdsim supervise`; none where only help was asked for, which is printed. Throws
/// InputError, for the input as well.
std::optional<SuperviseOptions> read_supervise_options(int argc, const char* const* argv);

/// Its command line for pages and completions, as command_json(), with the options of the program
/// that it passes on.
nlohmann::ordered_json supervise_json();

} // namespace mdsim
