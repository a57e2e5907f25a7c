// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/force/force_list.hpp"

#include <algorithm>

#include "core/contract.hpp"

namespace mdsim {

template <class P> std::size_t ForceList<P>::bytes() const {
    std::size_t bytes = 0;
    for (const auto& force : forces_) bytes += force->bytes();
    return bytes;
}

template <class P> bool ForceList<P>::has_round() const {
    return std::any_of(forces_.begin(), forces_.end(),
                       [](const auto& force) { return force->has_round(); });
}

template <class P> std::size_t ForceList<P>::channel_width() const {
    std::size_t width = 0;
    for (const auto& force : forces_) width = std::max(width, force->channel_width());
    return width;
}

template <class P> void ForceList<P>::select(WalkArgs<P>& walk, std::size_t number) const {
    MDSIM_EXPECT(number < forces_.size());
    walk.potential = static_cast<std::uint32_t>(number);
    walk.add_stored = number > 0;
}

template <class P>
void ForceList<P>::queue_round(const Stream& stream, WalkArgs<P> walk,
                               const RoundArgs<P>& round) const {
    for (std::size_t number = 0; number < forces_.size(); ++number) {
        if (!forces_[number]->has_round()) continue;
        select(walk, number);
        forces_[number]->prepare(stream, walk, round);
    }
}

template <class P>
void ForceList<P>::queue_stored(const Stream& stream, WalkArgs<P> walk,
                                DeviceSums<pair_sums>* totals) const {
    for (std::size_t number = 0; number < forces_.size(); ++number) {
        select(walk, number);
        forces_[number]->store(stream, walk, totals);
    }
}

template <class P>
void ForceList<P>::queue_shares(const Stream& stream, WalkArgs<P> walk, AtomShare<P>* share) const {
    for (std::size_t number = 0; number < forces_.size(); ++number) {
        select(walk, number);
        forces_[number]->add_shares(stream, walk, share);
    }
}

template <class P>
const Force<P>& ForceList<P>::queue_all_but_last(const Stream& stream, WalkArgs<P>& walk,
                                                 DeviceSums<pair_sums>* totals) const {
    MDSIM_REQUIRE(!forces_.empty());
    for (std::size_t number = 0; number + 1 < forces_.size(); ++number) {
        select(walk, number);
        forces_[number]->store(stream, walk, totals);
    }
    select(walk, forces_.size() - 1);
    return *forces_.back();
}

template <class P>
void ForceList<P>::queue_completed(const Stream& stream, WalkArgs<P> walk,
                                   const CompleteArgs<P>& complete) const {
    queue_all_but_last(stream, walk, complete.sums.pressure.pair).complete(stream, walk, complete);
}

template <class P>
void ForceList<P>::queue_advance(const Stream& stream, WalkArgs<P> walk,
                                 const AdvanceArgs<P>& advance) const {
    queue_all_but_last(stream, walk, advance.coupled.sums.pressure.pair)
        .advance(stream, walk, advance);
}

template class ForceList<MixedPrecision>;
template class ForceList<DoublePrecision>;

} // namespace mdsim
