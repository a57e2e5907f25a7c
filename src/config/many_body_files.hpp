// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "config/config.hpp"
#include "core/units.hpp"
#include "input/error_list.hpp"
#include "input/toml_value.hpp"

namespace mdsim {

/// Reads the files of all [[many_body]] into their parameters, in internal units; errors join those
/// of the input, `root`.
void read_many_body_files(const TomlValue& root, const Units& units, Config& config,
                          ErrorList& errors);

} // namespace mdsim
