// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/p2p/on_all_ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/contract.hpp"
#include "core/error.hpp"

namespace mdsim {

std::vector<std::byte> gather_on_all(const Communicator& ranks, std::span<const std::byte> bytes) {
    std::vector<std::byte> all(bytes.size() * static_cast<std::size_t>(ranks.size()));
    auto place = all.begin();
    for (const std::vector<std::byte>& part : ranks.gather(bytes)) {
        MDSIM_REQUIRE(part.size() == bytes.size());
        place = std::copy(part.begin(), part.end(), place);
    }
    ranks.broadcast(all);
    return all;
}

void on_all_ranks(const Communicator& ranks, const std::function<void()>& act) {
    std::string fault;
    try {
        act();
    } catch (const EnvironmentError& error) {
        fault = error.what();
    }
    const Rank first = ranks.min_of<std::int32_t>(fault.empty() ? ranks.size() : ranks.rank());
    if (first == ranks.size()) return;
    fault = ranks.broadcast(fault, first);
    throw SharedEnvironmentError(ranks.size() == 1 ? fault
                                                   : fmt::format("rank {}: {}", first, fault));
}

} // namespace mdsim
