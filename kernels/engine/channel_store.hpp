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
#include "physics/cluster/cluster.hpp"

namespace mdsim {

/// The numbers of a channel, for the atoms of a rank and of its halo; where there are several
/// ranks, all of them can write there.
template <class P> class ChannelStore {
  public:
    using Real = typename P::Real;

    /// For so many atoms with so many numbers each; no numbers where no force has a round, and
    /// those of a cluster functional with the neighbours that they are about. `links` is null for a
    /// rank that is alone. Collective.
    ChannelStore(const PeerLinks* links, std::size_t atoms, std::size_t width)
        : ranks_(links != nullptr ? links->size() : 1), numbers_(atoms * width),
          width_(static_cast<std::uint32_t>(width)) {
        if (links != nullptr && numbers_ > 0)
            shared_ = std::make_unique<PeerArray<Real>>(*links, numbers_);
        else
            own_.resize_discard(numbers_);
        if (width == cluster_channel_width)
            neighbour_.resize_discard(atoms * most_cluster_neighbours);
    }

    /// The numbers of an atom.
    std::uint32_t width() const { return width_; }

    ChannelView<P> view() {
        if (numbers_ == 0) return {nullptr, nullptr, width_, nullptr};
        if (shared_ == nullptr) return {own_.data(), nullptr, width_, neighbour_.data()};
        return {shared_->data(), shared_->table(), width_, neighbour_.data()};
    }

    /// Lets kernels write to one mirror in place of all ranks without a direct link.
    void set_mirrors(Real* place) {
        if (shared_ == nullptr) return;
        shared_->set_mirrors(std::vector<Real*>(static_cast<std::size_t>(ranks_), place));
    }

    std::size_t bytes() const { return numbers_ * sizeof(Real) + neighbour_.bytes(); }

  private:
    int ranks_;
    std::size_t numbers_;
    std::uint32_t width_;
    Buffer<Real, Device> own_;
    Buffer<LocalIndex, Device> neighbour_;
    std::unique_ptr<PeerArray<Real>> shared_;
};

} // namespace mdsim
