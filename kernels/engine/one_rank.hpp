// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/coupling/couple_atoms.hpp"
#include "kernels/engine/ranks.hpp"

namespace mdsim {

/// A rank that is alone.
template <class P> class OneRank final : public Ranks<P> {
  public:
    OneRank(const Stream& stream, const ResidentParts<P>& parts)
        : stream_(&stream), parts_(parts) {}

    void begin_batch() override {}
    void queue_after_round(const WalkArgs<P>&) const override {}
    void queue_coupling(const Stream& stream, const WalkArgs<P>& walk,
                        const CouplingStore& coupling, bool early) const override {
        couple_atoms(stream, walk.atoms.control, walk.kernel, *coupling.thermostat(),
                     coupling.args(), early);
    }
    void queue_box_coupling(const Stream& stream, const WalkArgs<P>& walk,
                            const BoxCouplingArgs<P>& action, bool early) const override {
        couple_box(stream, walk.atoms.control, walk.kernel, action, early);
    }
    bool couples_with_others() const override { return false; }
    void queue_after_sample(const WalkArgs<P>&) const override {}
    bool reduces_samples() const override { return false; }
    void queue_check(int kernel, bool searched) override {
        if (searched) parts_.check->queue(*stream_, parts_.atoms->view(), *parts_.lists, kernel);
    }

    SentAtoms<P> sent() const override { return {}; }
    /// As on an H200: starting a step of so few tiles takes a good part of its time.
    std::uint32_t most_overlapped_tiles() const override { return 1500; }

    void queue_order(const OrderDepth& depth) const override {
        parts_.order->sort(*stream_, parts_.atoms->view(), parts_.lists->source().cells, depth);
    }
    void queue_halo() const override {}
    void queue_end(const PassConditions& conditions) const override {
        check_capacity(*stream_, parts_.lists->use(), parts_.lists->capacity(),
                       parts_.atoms->view().control, conditions);
    }
    ListShortage worst_of(ListShortage mine) const override { return mine; }
    void check() const override {}
    void exchange_positions() const override {}
    void exchange_channel() const override {}

  private:
    const Stream* stream_;
    ResidentParts<P> parts_;
};

} // namespace mdsim
