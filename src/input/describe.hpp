// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "input/key_row.hpp"

namespace mdsim {

/// All keys with type, default and help, a line each, aligned for a terminal.
std::string describe_all(const std::vector<KeyRow>& rows);

/// One key in full; a table with its keys. Numbers of list entries may be part of the name.
///
/// Throws InputError, with the nearest name, where there is no such key.
std::string describe_key(const std::vector<KeyRow>& rows, std::string_view key);

/// The default for people: "required", "none" or the value as TOML.
std::string default_words(const KeyRow& row);

/// When a key may change that is not compared with the checkpoint under --resume; empty for the
/// others.
std::string resume_words(const KeyRow& row);

/// What values are allowed: range, or choices; empty where all are.
std::string allowed_words(const KeyRow& row);

} // namespace mdsim
