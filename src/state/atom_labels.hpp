// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "core/ids.hpp"
#include "state/id_block.hpp"

namespace mdsim {

class Communicator;

/// The largest label. Sums of a label and a number of atoms stay far from the end of 64 bits.
inline constexpr ParticleId largest_label = ParticleId{1} << 62;

/// The numbers by which users know the atoms of a run, ascending with the ids: those of the file
/// that the atoms came from, or 1, 2, ... where it gives none.
///
/// Numbers that leave no gap, as most files have them, cost no memory. Others are listed, 8 bytes
/// an atom, each rank its block of ids. Copies share the list.
class AtomLabels {
  public:
    /// 1, 2, 3, ...
    AtomLabels() = default;

    /// Without gaps from `first`, which is that of id 0. Requires 0 ... largest_label.
    static AtomLabels from(ParticleId first);

    /// One for each id of the block. Requires as many as the block has ids.
    static AtomLabels listed(const IdBlock& block, std::vector<ParticleId> labels);

    /// Whether they leave no gap; the same on all ranks.
    bool in_order() const { return listed_ == nullptr; }

    /// That of id 0, where they leave no gap.
    ParticleId first() const { return first_; }

    /// Those of this rank's block, where they are listed.
    const std::vector<ParticleId>& list() const;

    /// The label of an id; of another rank's block only where they leave no gap.
    ParticleId of(ParticleId id) const;

    /// The label of any id, the same id on all ranks; collective.
    ParticleId find(ParticleId id, const Communicator& comm) const;

  private:
    ParticleId first_ = 1;
    IdBlock block_;
    std::shared_ptr<const std::vector<ParticleId>> listed_;
};

} // namespace mdsim
