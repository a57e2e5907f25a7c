// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/id_ranks.hpp"

#include <algorithm>
#include <utility>

#include "core/contract.hpp"

namespace mdsim::source {

IdRanks::IdRanks(std::vector<std::int64_t> numbers)
    : count_(static_cast<std::int64_t>(numbers.size())), sorted_(std::move(numbers)) {
    if (sorted_.empty()) return;
    if (!std::is_sorted(sorted_.begin(), sorted_.end())) std::sort(sorted_.begin(), sorted_.end());
    const auto twice = std::adjacent_find(sorted_.begin(), sorted_.end());
    unique_ = twice == sorted_.end();
    repeated_ = unique_ ? 0 : *twice;
    first_ = sorted_.front();
    const std::uint64_t span =
        static_cast<std::uint64_t>(sorted_.back()) - static_cast<std::uint64_t>(first_);
    if (unique_ && span + 1 == sorted_.size()) std::vector<std::int64_t>().swap(sorted_);
}

std::int64_t IdRanks::rank(std::int64_t number) const {
    if (sorted_.empty()) {
        if (count_ == 0 || number < first_) return -1;
        const auto above = static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(first_);
        return above < static_cast<std::uint64_t>(count_) ? static_cast<std::int64_t>(above) : -1;
    }
    const auto place = std::lower_bound(sorted_.begin(), sorted_.end(), number);
    return place != sorted_.end() && *place == number ? place - sorted_.begin() : -1;
}

AtomLabels IdRanks::labels(const IdBlock& block) const {
    MDSIM_REQUIRE(unique_ && block.first >= 0 && block.last <= count_);
    if (sorted_.empty()) return count_ == 0 ? AtomLabels() : AtomLabels::from(first_);
    return AtomLabels::listed(block, {sorted_.begin() + block.first, sorted_.begin() + block.last});
}

} // namespace mdsim::source
