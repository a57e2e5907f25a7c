// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "input/error_list.hpp"
#include "input/toml_value.hpp"

namespace mdsim {

/// Parses TOML text into a table; `source` names the file in messages.
///
/// A text that is no TOML adds one error and gives an empty table. Never throws on bad text,
/// however deeply nested.
TomlValue parse_toml(std::string_view text, std::string_view source, ErrorList& errors);

/// Applies one `section.key=value` of the command line on a parsed input.
///
/// The value is TOML, or a bare word that is taken as text. Entries of lists are chosen by number
/// (from 0) or by their `name`: `stage.production.steps=1000`. Adds an error where that fails.
void apply_override(TomlValue& root, std::string_view assignment, ErrorList& errors);

} // namespace mdsim
