// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mdsim {

/// The parts of a text that separators end, as its lines; the last part may go without one.
///
/// Throws where memory is refused: a stream that is read by lines would end there instead, as if
/// the text had no more of them.
std::vector<std::string> split_text(std::string_view text, char separator);

} // namespace mdsim
