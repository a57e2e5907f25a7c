// SPDX-License-Identifier: BSD-3-Clause
#include "state/atom_labels.hpp"

#include <cstddef>
#include <utility>

#include "core/communicator.hpp"
#include "core/contract.hpp"

namespace mdsim {

AtomLabels AtomLabels::from(ParticleId first) {
    MDSIM_REQUIRE(first >= 0 && first <= largest_label);
    AtomLabels labels;
    labels.first_ = first;
    return labels;
}

AtomLabels AtomLabels::listed(const IdBlock& block, std::vector<ParticleId> labels) {
    MDSIM_REQUIRE(static_cast<std::int64_t>(labels.size()) == block.size());
    AtomLabels result;
    result.block_ = block;
    result.listed_ = std::make_shared<const std::vector<ParticleId>>(std::move(labels));
    return result;
}

const std::vector<ParticleId>& AtomLabels::list() const {
    MDSIM_REQUIRE(!in_order());
    return *listed_;
}

ParticleId AtomLabels::of(ParticleId id) const {
    if (in_order()) return first_ + id;
    MDSIM_REQUIRE(block_.contains(id));
    return (*listed_)[static_cast<std::size_t>(id - block_.first)];
}

ParticleId AtomLabels::find(ParticleId id, const Communicator& comm) const {
    if (in_order()) return first_ + id;
    return comm.sum_of(block_.contains(id) ? of(id) : ParticleId{0});
}

} // namespace mdsim
