// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/buffer.hpp"
#include "core/contract.hpp"
#include "kernels/p2p/peer_array.hpp"
#include "kernels/runtime/device_buffer.hpp"
#include "kernels/state/channel_view.hpp"

namespace mdsim {

/// The numbers of a channel, for the atoms of a rank and of its halo; where there are several
/// ranks, all of them can write there.
template <class P> class ChannelStore {
  public:
    using Real = typename P::Real;

    /// For so many atoms; none where no force has a round. `links` is null for a rank that is
    /// alone. Collective.
    ChannelStore(const PeerLinks* links, std::size_t atoms)
        : ranks_(links != nullptr ? links->size() : 1), atoms_(atoms) {
        if (links != nullptr && atoms > 0)
            shared_ = std::make_unique<PeerArray<Real>>(*links, atoms);
        else
            own_.resize_discard(atoms);
    }

    ChannelView<P> view() {
        if (atoms_ == 0) return {nullptr, nullptr};
        if (shared_ == nullptr) return {own_.data(), nullptr};
        return {shared_->data(), shared_->table()};
    }

    /// Lets kernels write to one mirror in place of all ranks without a direct link.
    void set_mirrors(Real* place) {
        if (shared_ == nullptr) return;
        shared_->set_mirrors(std::vector<Real*>(static_cast<std::size_t>(ranks_), place));
    }

    std::size_t bytes() const { return atoms_ * sizeof(Real); }

  private:
    int ranks_;
    std::size_t atoms_;
    Buffer<Real, Device> own_;
    std::unique_ptr<PeerArray<Real>> shared_;
};

} // namespace mdsim
