// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mdsim {

/// The number of letters to insert, drop, replace or swap with a neighbour to get from a to b.
///
/// R. A. Wagner, R. Lowrance, J. ACM 22, 177 (1975), restricted to swaps of adjacent letters.
int edit_distance(std::string_view a, std::string_view b);

/// The candidate that a misspelt word most likely meant; empty if none is near.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);

/// The words as a list for messages: "a, b, c".
std::string join(const std::vector<std::string_view>& words);

} // namespace mdsim
