// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "input/structure/text.hpp"

namespace mdsim::source {

using XyzPairs = std::vector<std::pair<std::string, std::string>>;

/// The pairs key=value of a comment line whose keys mean something here: lattice, origin, pbc,
/// properties. Keys come in lower case, values without quotes or brackets, a key alone has the
/// value "T". Errors where a quote does not end or a key comes twice.
XyzPairs xyz_pairs(std::string_view comment, std::int64_t line, Findings& findings);

/// The value of a key, or null.
const std::string* xyz_value(const XyzPairs& pairs, std::string_view key);

/// The text with the letters A ... Z replaced by a ... z.
std::string lower_case(std::string_view text);

} // namespace mdsim::source
