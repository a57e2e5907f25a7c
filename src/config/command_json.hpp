// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace CLI {
class App;
}

namespace mdsim {

/// A command with its options and its own commands: what `mdsim --describe commands` prints, and
/// what the man page and the completions of shells are made from.
nlohmann::ordered_json command_json(const CLI::App& app);

/// The same of the program; of `supervise` it knows the name only.
nlohmann::ordered_json program_json();

/// All input keys: name, form, allowed words, help.
nlohmann::ordered_json keys_json();

} // namespace mdsim
