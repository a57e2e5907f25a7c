// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace mdsim {

/// The atomic number of an element by its symbol, "Cu"; zero for any other word.
int atomic_number(std::string_view symbol);

} // namespace mdsim
