// SPDX-License-Identifier: BSD-3-Clause
#include "engine/layout_policy.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "core/noise.hpp"

namespace mdsim {

namespace {

PartitionRequest request_of(const LayoutSettings& settings) {
    PartitionRequest request;
    request.layout = settings.layout;
    request.ranks = settings.grid;
    return request;
}

} // namespace

LayoutPolicy::LayoutPolicy(const LayoutSettings& settings, const DebugSettings& debug,
                           const BoxState& box, double list_range, int ranks)
    : settings_(settings), debug_(debug), box_(&box), list_range_(list_range), ranks_(ranks),
      judge_(settings.balance_threshold), costs_(grid()) {
    MDSIM_EXPECT(ranks > 0 && list_range > 0);
}

void LayoutPolicy::start_anew(double busy) {
    busy_before_ = busy;
    judge_ = BalanceJudge(settings_.balance_threshold);
    costs_ = CostModel(grid());
}

Partition LayoutPolicy::first() const {
    return choose_partition(request_of(settings_), CellWeights(grid()), box_->built, list_range_,
                            ranks_)
        .partition;
}

Partition LayoutPolicy::for_atoms(std::span<const std::int64_t> atoms_in_cell) const {
    MDSIM_EXPECT(static_cast<std::int64_t>(atoms_in_cell.size()) == grid().total());
    return choose_partition(request_of(settings_), CellWeights(grid(), atoms_in_cell), box_->built,
                            list_range_, ranks_)
        .partition;
}

std::optional<Partition> LayoutPolicy::redrawn() {
    const PhiloxBlock bits = random_bits({static_cast<std::uint64_t>(debug_.redraw_seed), 0,
                                          static_cast<Step>(looks_), NoisePurpose::random_brick},
                                         0);
    if (bits.word[0] % 2 == 0) return std::nullopt;
    return random_partition(grid(), ranks_, static_cast<std::uint64_t>(debug_.redraw_seed), looks_);
}

void LayoutPolicy::add_waits(const LoadReport& load) {
    const double slowest = *std::max_element(load.seconds.begin(), load.seconds.end());
    waits_.resize(load.seconds.size(), 0);
    for (std::size_t rank = 0; rank < waits_.size(); ++rank)
        waits_[rank] += slowest - load.seconds[rank];
}

std::optional<Partition>
LayoutPolicy::next(const Partition& now, double busy, const Communicator& comm,
                   const std::function<std::vector<std::int64_t>()>& atoms_in_cell) {
    ++looks_;
    if (ranks_ == 1) return std::nullopt;
    if (debug_.redraw_bricks) return redrawn();
    if (settings_.balance == Balance::off) return std::nullopt;
    const double spent = busy - busy_before_;
    MDSIM_EXPECT(spent >= 0);
    MDSIM_EXPECT(now.ranks() == comm.size());
    busy_before_ = busy;
    const LoadReport load = measure_load(spent, comm);
    imbalance_ = load.imbalance;
    add_waits(load);
    const auto atoms = atoms_in_cell();
    const auto cost = costs_.update(now, atoms, spent, comm);
    if (!judge_.wants_new_bricks(load)) return std::nullopt;
    Partition chosen = for_atoms(settings_.weight == BalanceWeight::cost ? cost : atoms);
    if (chosen == now) return std::nullopt;
    return chosen;
}

} // namespace mdsim
