// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/force/advance_ending.cuh"
#include "kernels/force/force.hpp"
#include "kernels/force/store_ending.cuh"

namespace mdsim {

/// A force that is one walk over the tiles with any of the endings: `Derived::launch<Reading>(
/// stream, args, ending)` queues it.
template <class P, class Derived> class WalkedForce : public Force<P> {
  public:
    void store(const Stream& stream, const WalkArgs<P>& args,
               DeviceSums<pair_sums>* totals) const override {
        if (totals != nullptr)
            queue<ReadOnce>(stream, args, Store<P, true>{totals});
        else
            queue<ReadOnce>(stream, args, Store<P, false>{nullptr});
    }

    void complete(const Stream& stream, const WalkArgs<P>& args,
                  const CompleteArgs<P>& complete) const override {
        if (complete.pressure.pair != nullptr)
            queue_complete(stream, args, CompletePressed<P>{{complete}});
        else
            queue_complete(stream, args, Complete<P>{{complete}});
    }

    void advance(const Stream& stream, const WalkArgs<P>& args,
                 const AdvanceArgs<P>& advance) const override {
        if (advance.motions.one.thermal)
            queue_advance<true>(stream, args, advance);
        else
            queue_advance<false>(stream, args, advance);
    }

  private:
    template <class Reading, class Ending>
    void queue(const Stream& stream, const WalkArgs<P>& args, const Ending& ending) const {
        static_cast<const Derived&>(*this).template launch<Reading>(stream, args, ending);
    }

    template <class Ending>
    void queue_complete(const Stream& stream, const WalkArgs<P>& args, const Ending& ending) const {
        if (ending.args.overlaps)
            queue<ReadAhead>(stream, args, ending);
        else
            queue<ReadOnce>(stream, args, ending);
    }

    template <bool thermal>
    void queue_advance(const Stream& stream, const WalkArgs<P>& args,
                       const AdvanceArgs<P>& advance) const {
        const Advance<P, thermal> ending{advance.view, advance.motions, advance.sent};
        if (advance.overlaps)
            queue<ReadAhead>(stream, args, ending);
        else
            queue<ReadOnce>(stream, args, ending);
    }
};

} // namespace mdsim
