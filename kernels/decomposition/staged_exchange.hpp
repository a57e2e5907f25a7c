// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "kernels/decomposition/halo_offsets.hpp"
#include "kernels/decomposition/packed_delivery.hpp"
#include "kernels/decomposition/rank_exchange.hpp"
#include "kernels/p2p/peer_links.hpp"
#include "kernels/transport/transport.hpp"
#include "ops/delivery_plan.hpp"
#include "ops/link_packing.hpp"

namespace mdsim {

/// Exchanges data with ranks that have no direct link: kernels write to mirrors of their arrays,
/// which this device holds, and a transport copies the mirrors to the arrays.
///
/// All ranks call the same functions in the same order, each after the kernels that wrote and with
/// the control known; none where capacity was short. Data has arrived when later kernels run.
template <class P> class StagedExchange {
  public:
    /// Gives the rank exchange its mirrors. Collective.
    StagedExchange(const Stream& stream, const PeerLinks& links, Transport& transport,
                   const RankLayout& layout, RankExchange<P>& exchange);

    /// From now on positions travel packed between ranks that are marked, [rank]; no message about
    /// it may take longer than `limit`.
    void pack_positions(const std::vector<bool>& packed, std::chrono::nanoseconds limit);

    /// Where kernels put positions for those ranks: the mirror of their arrays.
    Site<P>* outbox() { return outbox_.data(); }
    /// And where they put the numbers of a channel, so many of each atom.
    typename P::Real* channel_outbox(std::size_t width) {
        channel_outbox_.resize_discard(std::size_t{view_.sent_capacity} * width);
        return channel_outbox_.data();
    }

    /// After send_migrants(), when all ranks know of each other that they are there.
    void deliver_migrants();
    /// After count_shown().
    void deliver_counts();
    /// Queues the copying of the layout to the host, after lay_out_halo(); read it after a wait.
    void download_layout(const Control* control, const LocalIndex* cell_first);
    /// After send_halo(): into this array, the positions of new lists of atoms.
    void deliver_halo(Site<P>* site);
    /// After send_positions() and steps: those of the same atoms.
    void deliver_positions(Site<P>* site);
    /// After a round: into the channel, so many numbers of each atom.
    void deliver_channel(typename P::Real* value, std::size_t width);
    /// Copies what arrived there into another array.
    void copy_positions(const Site<P>* from, Site<P>* to) const;

    const PeerLinks& links() const { return *links_; }
    PackedTraffic packed_traffic() const;
    std::size_t bytes() const;

  private:
    void set_mirrors();
    Delivery positions() const { return plan_.positions(offsets(0), offsets(1)); }
    std::span<const LocalIndex> offsets(std::size_t which) const;
    template <class T> void exchange(const Delivery& delivery, T* mirrors, T* own);

    const Stream* stream_;
    const PeerLinks* links_;
    Transport* transport_;
    RankExchange<P>* exchange_;
    RankView<P> view_; ///< without the arrays of positions
    DeliveryPlan plan_;
    std::unique_ptr<PackedDelivery<P>> packed_; ///< where positions are packed
    Buffer<Migrant<P>, Device> migrants_;
    Buffer<std::uint32_t, Device> notes_;
    Buffer<Site<P>, Device> outbox_;
    Buffer<typename P::Real, Device> channel_outbox_;
    Buffer<std::uint8_t, Device> apart_;
    Buffer<LocalIndex, Device> offset_memory_;
    std::vector<LocalIndex> offsets_;   ///< of what is sent, then of what is seen
    std::vector<std::uint32_t> counts_; ///< of migrants
};

} // namespace mdsim
