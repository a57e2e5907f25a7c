// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/decomposition/multi_rank_list_check.hpp"
#include "kernels/engine/ranks.hpp"

namespace mdsim {

/// A rank among others. Where hosts lead the steps, they take the part of all-reduces and of
/// checks after a step (`host_steps.hpp`).
template <class P> class SeveralRanks final : public Ranks<P> {
  public:
    /// Gives all ranks the same limit for their tiles.
    SeveralRanks(const Stream& stream, const ResidentParts<P>& parts);

    void begin_batch() override { list_check_.begin(*stream_); }
    void queue_after_round(const WalkArgs<P>& walk) const override;
    void queue_coupling(const Stream& stream, const WalkArgs<P>& walk,
                        const CouplingStore& coupling, bool early) const override;
    void queue_box_coupling(const Stream& stream, const WalkArgs<P>& walk,
                            const BoxCouplingArgs<P>& action, bool early) const override;
    bool couples_with_others() const override { return true; }
    void queue_after_sample(const WalkArgs<P>& walk) const override;
    bool reduces_samples() const override { return true; }
    void queue_check(int kernel, bool searched) override;

    SentAtoms<P> sent() const override { return view().out; }
    std::uint32_t most_overlapped_tiles() const override;

    void queue_order(const OrderDepth& depth) const override;
    void queue_halo() const override;
    void queue_end(const PassConditions& conditions) const override;
    ListShortage worst_of(ListShortage mine) const override;
    void check() const override;
    void exchange_positions() const override;
    void exchange_channel() const override;

  private:
    RankView<P> view() const;
    const RankParts<P>& ranks() const { return parts_.ranks; }

    const Stream* stream_;
    ResidentParts<P> parts_;
    MultiRankListCheck<P> list_check_;
};

} // namespace mdsim
