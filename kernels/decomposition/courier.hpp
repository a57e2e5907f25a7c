// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "kernels/decomposition/halo_ends.hpp"
#include "kernels/decomposition/rank_exchange.hpp"
#include "kernels/p2p/peer_links.hpp"
#include "kernels/transport/transport.hpp"
#include "ops/delivery_plan.hpp"

namespace mdsim {

/// Carries what kernels wrote for ranks without a direct link from mirrors of their arrays, which
/// it holds on this device, to the arrays themselves.
///
/// All ranks call the same functions in the same order, each after the kernels that wrote and with
/// the control known: none where no room was found. What kernels after it read has come.
template <class P> class Courier {
  public:
    /// Gives the exchange its mirrors. Collective.
    Courier(const Stream& stream, const PeerLinks& links, Transport& transport,
            const RankLayout& layout, RankExchange<P>& exchange);

    /// Where kernels put positions for those ranks: to be the stand-in of their arrays.
    Site<P>* outbox() { return outbox_.data(); }

    /// After send_migrants(), when all ranks know of each other that they are there.
    void deliver_migrants();
    /// After count_shown().
    void deliver_counts();
    /// Notes the layout, after lay_out_halo(); queued, and known to the host once it has waited.
    void note_layout(const Control* control, const LocalIndex* cell_first);
    /// After send_halo() and send_positions(): into this array.
    void deliver_positions(Site<P>* site);
    /// Copies what came there into another array.
    void copy_positions(const Site<P>* from, Site<P>* to) const;

    const PeerLinks& links() const { return *links_; }
    std::size_t bytes() const;

  private:
    void stand_in();
    Delivery positions() const { return plan_.positions(ends(0), ends(1)); }
    std::span<const LocalIndex> ends(std::size_t which) const;
    template <class T> void carry(const Delivery& delivery, T* mirrors, T* own);

    const Stream* stream_;
    const PeerLinks* links_;
    Transport* transport_;
    RankExchange<P>* exchange_;
    RankView<P> view_; ///< without the arrays of positions
    DeliveryPlan plan_;
    Buffer<Migrant<P>, Device> migrants_;
    Buffer<std::uint32_t, Device> notes_;
    Buffer<Site<P>, Device> outbox_;
    Buffer<std::uint8_t, Device> apart_;
    Buffer<LocalIndex, Device> end_memory_;
    std::vector<LocalIndex> ends_;      ///< of what is sent, then of what is seen
    std::vector<std::uint32_t> counts_; ///< of migrants
};

} // namespace mdsim
