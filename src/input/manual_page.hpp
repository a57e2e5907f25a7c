// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "input/key_row.hpp"

namespace mdsim {

/// The reference page of the input in Markdown, made from the rows.
std::string manual_page(const std::vector<KeyRow>& rows);

} // namespace mdsim
