// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <vector>

#include "config/input_text.hpp"
#include "core/error.hpp"
#include "input/toml_value.hpp"

namespace mdsim {

/// The place of a dotted key, "stage.0.steps", or of the innermost table around it that the input
/// has.
Place place_of(const TomlValue& root, std::string_view key);

/// The same errors, with file and line before those whose `where` is a key that the input has.
std::vector<Diagnostic> with_places(const InputText& input, std::vector<Diagnostic> errors);

} // namespace mdsim
