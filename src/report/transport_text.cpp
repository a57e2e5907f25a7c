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

std::string packing_text(const LinkPacking& packing) {
    if (packing.bandwidth == 0 && !packing.packs) return "";
    std::string text = packing.packs ? "positions travel packed" : "positions travel as they are";
    if (packing.bandwidth == 0) return text + " between ranks";
    constexpr double mega = 1e6;
    return fmt::format("{} to other hosts: a rank sends {:.4g} MB/s there, and packs {:.4g} MB/s",
                       text, packing.bandwidth / mega, packing.rate / mega);
}

} // namespace mdsim
