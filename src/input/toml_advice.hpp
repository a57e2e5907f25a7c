// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace mdsim {

/// What people most likely did on a line of which the parser of TOML only says what it saw, to be
/// put behind its words; empty where nothing is known.
std::string_view toml_advice(std::string_view description, std::string_view line);

} // namespace mdsim
