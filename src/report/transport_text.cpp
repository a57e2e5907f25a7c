// SPDX-License-Identifier: BSD-3-Clause
#include "report/transport_text.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/counted.hpp"

namespace mdsim {

std::string transport_text(const CarrierCounts& carriers) {
    const int all = carriers.direct + carriers.nccl + carriers.staged;
    std::string text;
    for (const auto& [count, how] :
         {std::pair{carriers.direct, "direct"}, std::pair{carriers.nccl, "by NCCL"},
          std::pair{carriers.staged, "staged through hosts"}}) {
        if (count == all) return fmt::format("all pairs {}", how);
        if (count == 0) continue;
        text += text.empty() ? fmt::format("{} {}", counted(count, "pair"), how)
                             : fmt::format(", {} {}", count, how);
    }
    return text;
}

} // namespace mdsim
