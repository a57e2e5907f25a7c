// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/force/advance_ending.cuh"
#include "kernels/force/coupled_ending.cuh"
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
        if (complete.sums.pressure.pair != nullptr)
            queue_either(stream, args, complete.overlaps, CompletePressed<P>{{complete}});
        else
            queue_either(stream, args, complete.overlaps, Complete<P>{{complete}});
    }

    void advance(const Stream& stream, const WalkArgs<P>& args,
                 const AdvanceArgs<P>& advance) const override {
        const Advance<P, false> plain{advance.view, advance.motions, advance.sent};
        if (advance.coupled.any())
            queue_coupled(stream, args, plain, advance);
        else if (advance.motions.one.thermal)
            queue_either(stream, args, advance.overlaps,
                         Advance<P, true>{advance.view, advance.motions, advance.sent});
        else
            queue_either(stream, args, advance.overlaps, plain);
    }

  private:
    template <class Reading, class Ending>
    void queue(const Stream& stream, const WalkArgs<P>& args, const Ending& ending) const {
        static_cast<const Derived&>(*this).template launch<Reading>(stream, args, ending);
    }

    template <class Ending>
    void queue_either(const Stream& stream, const WalkArgs<P>& args, bool overlaps,
                      const Ending& ending) const {
        if (overlaps)
            queue<ReadAhead>(stream, args, ending);
        else
            queue<ReadOnce>(stream, args, ending);
    }

    void queue_coupled(const Stream& stream, const WalkArgs<P>& args,
                       const Advance<P, false>& plain, const AdvanceArgs<P>& advance) const {
        MDSIM_EXPECT(moves_coupled<P> && !advance.motions.one.thermal);
        if constexpr (moves_coupled<P>) {
            if (advance.coupled.sums.all)
                queue_either(stream, args, advance.overlaps,
                             AdvanceObserved<P>{{{plain, advance.coupled}}});
            else if (advance.coupled.sums.pressure.pair != nullptr)
                queue_either(stream, args, advance.overlaps,
                             AdvancePressed<P>{{plain, advance.coupled}});
            else
                queue_either(stream, args, advance.overlaps,
                             AdvanceCoupled<P>{{{plain, advance.coupled}}});
        }
    }
};

} // namespace mdsim
