// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "kernels/p2p/peer_array.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// The positions of a rank's atoms, two buffers and the reference; where there are several ranks,
/// all of them can write there.
template <class P> class PositionBuffers {
  public:
    static constexpr int arrays = 3;
    static constexpr int reference = 2;

    /// `links` is null for a rank that is alone.
    explicit PositionBuffers(const PeerLinks* links) : links_(links) {}

    /// Makes room for so many atoms; the contents are undefined afterwards. Collective.
    void resize_discard(std::size_t atoms) {
        for (int k = 0; k < arrays; ++k) {
            if (links_ == nullptr)
                own_[k].resize_discard(atoms);
            else if (shared_[k] == nullptr)
                shared_[k] = std::make_unique<PeerArray<Site<P>>>(*links_, atoms);
            else
                shared_[k]->grow(atoms);
        }
        bytes_ = arrays * atoms * sizeof(Site<P>);
    }

    /// Lets kernels write to one mirror in place of all ranks without a direct link. Must be called
    /// again after `resize_discard`.
    void set_mirrors(Site<P>* place) {
        const std::vector<Site<P>*> places(static_cast<std::size_t>(links_->size()), place);
        for (auto& array : shared_) array->set_mirrors(places);
    }

    Site<P>* array(int k) { return shared_[k] == nullptr ? own_[k].data() : shared_[k]->data(); }
    /// For kernels: the array of each rank.
    Site<P>* const* table(int k) const { return shared_[k]->table(); }
    std::size_t bytes() const { return bytes_; }

  private:
    const PeerLinks* links_;
    Buffer<Site<P>, Device> own_[arrays];
    std::unique_ptr<PeerArray<Site<P>>> shared_[arrays];
    std::size_t bytes_ = 0;
};

} // namespace mdsim
