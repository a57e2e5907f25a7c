// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/pass_steps.hpp"

namespace mdsim {

template <class P> void PassSteps<P>::begin(const StepBatch<P>& batch) {
    coupling_.take(*stream_, batch.coupling, batch.barostat, batch.delay, batch.pending);
    samples_.take(*stream_, batch.samples, coupling_.rescales());
}

template <class P> WalkArgs<P> PassSteps<P>::walk_args() const {
    WalkArgs<P> args{};
    args.atoms = parts_.atoms->view();
    args.lists = parts_.lists->view();
    args.channel = parts_.channel->view();
    args.lanes = parts_.lists->shape().lanes;
    return args;
}

/// Computes forces that nobody takes, where the input asks for a slow rank. They go where the step
/// behind them will store its own, or put the positions that it moves to.
template <class P> void PassSteps<P>::queue_idle_walks(const WalkArgs<P>& walk) const {
    for (std::int64_t extra = 1; extra < parts_.ranks.slowdown; ++extra)
        parts_.forces->queue_stored(*stream_, walk, nullptr);
}

template <class P>
void PassSteps<P>::queue_round(int kernel, bool overlaps, DeviceSums<pair_sums>* totals) const {
    WalkArgs<P> walk = walk_args();
    walk.kernel = kernel;
    parts_.forces->queue_round(*stream_, walk, {ranks_->sent(), totals, overlaps});
}

/// Queues a round and what follows it, if a force has one.
template <class P>
void PassSteps<P>::queue_whole_round(int kernel, bool overlaps,
                                     DeviceSums<pair_sums>* totals) const {
    if (!parts_.forces->has_round()) return;
    queue_round(kernel, overlaps, totals);
    WalkArgs<P> walk = walk_args();
    walk.kernel = kernel;
    ranks_->queue_after_round(walk);
}

template <class P> void PassSteps<P>::queue_step(int kernel, const AdvanceArgs<P>& advance) {
    if (bodies_.splits(kernel)) return queue_split_step(kernel, advance, bodies_.rescale);
    queue_whole_round(kernel, advance.overlaps, nullptr);
    queue_moves(kernel, advance);
}

template <class P> void PassSteps<P>::queue_moves(int kernel, const AdvanceArgs<P>& advance) const {
    WalkArgs<P> walk = walk_args();
    walk.kernel = kernel;
    queue_idle_walks(walk);
    parts_.forces->queue_advance(*stream_, walk, advance);
}

template <class P>
void PassSteps<P>::queue_split_step(int kernel, const AdvanceArgs<P>& advance, bool sums) {
    WalkArgs<P> walk = walk_args();
    walk.kernel = kernel;
    queue_whole_round(kernel, false, sums ? &sample_args().now->pair : nullptr);
    queue_idle_walks(walk);
    if (sums)
        queue_summed(walk, advance);
    else
        queue_coupled(walk, advance);
    queue_couplings(walk, sums);
    begin_split(*stream_, walk, advance, coupling_.args(), early_);
}

template <class P> void PassSteps<P>::queue_couplings(const WalkArgs<P>& walk, bool sums) {
    const bool rescales = sums && coupling_.rescales();
    if (rescales)
        ranks_->queue_box_coupling(walk,
                                   {coupling_.barostat(), coupling_.thermostat(), coupling_.args(),
                                    sample_args().now, walk.atoms.boxes},
                                   early_);
    // Of a branch: it does steps with a sample, too, on which no barostat acts.
    const bool alone = !rescales || walk.kernel == branch_kernel;
    if (coupling_.thermostat() && alone) ranks_->queue_coupling(walk, coupling_, early_);
}

template <class P>
void PassSteps<P>::queue_coupled(const WalkArgs<P>& walk, const AdvanceArgs<P>& advance) {
    const CouplingArgs& coupling = coupling_.args();
    parts_.forces->queue_completed(
        *stream_, walk,
        {advance.view, advance.motions, mass_, &coupling.place->kinetic, advance.overlaps});
}

template <class P>
void PassSteps<P>::queue_summed(const WalkArgs<P>& walk, const AdvanceArgs<P>& advance) {
    ObservedSums* now = sample_args().now;
    if (walk.kernel != branch_kernel && coupling_.by_diagonals()) {
        const PressureSums sums{&now->pair, &now->kinetic};
        return parts_.forces->queue_completed(
            *stream_, walk,
            {advance.view, advance.motions, mass_, nullptr, advance.overlaps, sums});
    }
    parts_.forces->queue_stored(*stream_, walk, &now->pair);
    complete_split(*stream_, walk, advance, mass_, &now->kinetic);
    if (walk.kernel == branch_kernel && samples_.expected()) queue_sample(walk);
}

template <class P> void PassSteps<P>::queue_sample(const WalkArgs<P>& walk) {
    store_sample(*stream_, walk.atoms.control, walk.kernel, coupling_.args(), sample_args());
    ranks_->queue_after_sample(walk);
}

template class PassSteps<MixedPrecision>;
template class PassSteps<DoublePrecision>;

} // namespace mdsim
