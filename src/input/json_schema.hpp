// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "input/key_row.hpp"

namespace mdsim {

/// The JSON Schema (draft 7) of an input file, made from the rows.
std::string json_schema(const std::vector<KeyRow>& rows);

} // namespace mdsim
