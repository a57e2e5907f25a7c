// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "input/key_row.hpp"

namespace mdsim {

/// All keys of the input, section by section.
std::vector<KeyRow> config_rows();

/// The dotted names of all keys.
std::vector<std::string> config_keys();

/// What `mdsim --describe` prints: all keys as a table, or one key, section or potential in full;
/// for "manual" and "schema" the two pages below.
///
/// Throws InputError, with the nearest name, where there is no such key.
std::string describe(std::string_view key = {});

/// The manual page docs/input.md, which leaves [debug] out.
std::string manual_page();

/// The JSON Schema docs/input.schema.json, by which editors complete and check an input file.
std::string json_schema();

} // namespace mdsim
