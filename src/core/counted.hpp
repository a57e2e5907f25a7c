// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

namespace mdsim {

/// "1 row", "2 rows": a number of things whose plural takes an s.
inline std::string counted(std::int64_t number, std::string_view thing) {
    return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

} // namespace mdsim
