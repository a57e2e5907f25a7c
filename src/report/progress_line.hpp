// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mdsim {

/// One thing that a line of progress says.
struct ProgressField {
    std::string text;
    int importance = 0;              ///< the least important fields go first where room is short
    std::string_view before = " | "; ///< between it and the field that is shown before it
};

/// The fields as one line of at most so many columns: the least important ones are left out until
/// the others fit, and one alone that does not is cut.
std::string fitted_line(std::vector<ProgressField> fields, std::size_t columns);

/// The start of a UTF-8 text that takes at most so many columns, one for each character.
std::string cut_to(const std::string& text, std::size_t columns);

/// The columns that a line on the terminal behind this descriptor may have so that it does not
/// wrap, as wide as it is now; 79 where it does not say.
std::size_t columns_of_terminal(int descriptor);

} // namespace mdsim
