// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "kernels/engine/device_rank.hpp"
#include "ops/local_atoms.hpp"

namespace mdsim {

/// The atoms of a rank on its device.
template <class P> class DeviceAtoms final : public LocalAtoms<P> {
  public:
    explicit DeviceAtoms(DeviceRank<P>& rank) : rank_(&rank) {}

    SeenAtoms<P> look() override;
    std::size_t owned() const override { return rank_->atoms.size(); }
    std::size_t halo() const override;
    void count_in_cells(std::span<std::int64_t> of_cell) override;
    bool crossed_open_face() override;
    std::size_t bytes() const override {
        return rank_->atoms.bytes() + rank_->adopted().bytes() + rank_->looks.bytes();
    }

    /// Gives the memory of the last look back: to be called before other atoms are adopted.
    void forget() { snapshot_ = {}; }

  private:
    DeviceRank<P>* rank_;
    Snapshot<P> snapshot_;
    std::optional<Revision> seen_; ///< what the snapshot shows; nothing before the first look
};

} // namespace mdsim
