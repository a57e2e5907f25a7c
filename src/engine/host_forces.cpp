// SPDX-License-Identifier: BSD-3-Clause
#include "engine/host_forces.hpp"

#include "core/contract.hpp"

namespace mdsim {

template <class P>
HostForces<P>::HostForces(const Communicator& comm, const SimulationSetup& setup,
                          const BoxState& box, Decomposition<P>& atoms)
    : comm_(&comm), setup_(&setup), box_(&box), atoms_(&atoms),
      can_search_(setup.searches(box.frame)),
      pairs_(*setup.force_field,
             {setup.skin, setup.sampled_range, setup.domain.tile_target, can_search_}) {}

template <class P> void HostForces<P>::build_lists() {
    pairs_.rebuild({box_, &atoms_->cells(), &atoms_->particles(), &atoms_->seen_elsewhere()});
}

template <class P> void HostForces<P>::prepare(TileSet tiles, bool with_sums) {
    if (tiles == TileSet::boundary) prepared_sums_ = {};
    pairs_.prepare(atoms_->particles(), tiles, with_sums ? &prepared_sums_ : nullptr);
}

template <class P> MotionReport HostForces<P>::advance(const MotionStep<P>& step, TileSet tiles) {
    if (tiles == TileSet::boundary) slow_down();
    return pairs_.advance(atoms_->particles(), step, tiles);
}

template <class P> void HostForces<P>::slow_down() {
    const std::int64_t times = setup_->debug.slowdown_of(comm_->rank());
    for (std::int64_t extra = 1; extra < times; ++extra)
        pairs_.store_forces(atoms_->particles(), nullptr);
}

template <class P> void HostForces<P>::store(WantedSums wanted) {
    sums_ = prepared_sums_;
    PairSums* sums = wanted != WantedSums::none ? &sums_ : nullptr;
    pairs_.store_forces(atoms_->particles(), sums, wanted);
}

template <class P> bool HostForces<P>::has_missing_pair(double farthest) {
    MDSIM_EXPECT(farthest >= 0);
    if (!can_search_ || !setup_->searches(box_->frame) || setup_->allowed_move(*box_) <= 0 ||
        farthest > setup_->searchable_move(*box_))
        return true;
    return comm_->max_of(pairs_.has_missing_pair(atoms_->particles(), atoms_->cells()) ? 1 : 0) ==
           1;
}

template <class P> void HostForces<P>::begin_counting(const PairHistogram& shape) {
    MDSIM_EXPECT(!counted_);
    counted_ = shape.empty_copy();
    pairs_.count_distances(atoms_->particles(), *counted_);
}

template <class P> void HostForces<P>::end_counting(PairHistogram& histogram) {
    MDSIM_EXPECT(counted_);
    histogram.merge(*counted_);
    counted_.reset();
}

template class HostForces<MixedPrecision>;
template class HostForces<DoublePrecision>;

} // namespace mdsim
