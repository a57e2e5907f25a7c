// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace mdsim::guard {

/// A text from a file for a message: control characters, with which a file could rewrite what a
/// terminal shows, become question marks; line ends and tabs stay, and so do letters of UTF-8.
std::string printable(std::string_view text);

/// The same in quotes, without line ends, and cut off with dots behind `longest` bytes.
std::string in_quotes(std::string_view word, std::size_t longest = 40);

} // namespace mdsim::guard
