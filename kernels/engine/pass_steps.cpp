// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/pass_steps.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "kernels/force/coupled_moves.hpp"

namespace mdsim {

template <class P> void PassSteps<P>::begin(const StepBatch<P>& batch) {
    schedule_ = batch.schedule();
    // What acts by sums before the batch has been handed over.
    for (Step step = batch.first; step < batch.first + std::min(batch.delay, batch.steps); ++step)
        MDSIM_REQUIRE(batch.pending || !schedule_.plan(step).acts());
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

template <class P> bool PassSteps<P>::may_fuse(const StepMotions<typename P::Real>& motions) const {
    const bool acts_later = schedule_.delay > 0 || !coupling_.any();
    return moves_coupled<P> && acts_later && !motions.one.thermal;
}

template <class P> std::vector<SplitWork> PassSteps<P>::works(int kernels) const {
    std::vector<SplitWork> works;
    for (std::int64_t body = bodies_.count - 1; body > 0; --body)
        works.push_back(bodies_.work_of(schedule_, body, 0));
    for (int kernel = 0; bodies_.any() && kernel < kernels; ++kernel)
        works.push_back(bodies_.work_of(schedule_, 0, kernel));
    return works;
}

template <class P>
void PassSteps<P>::queue_step(std::int64_t body, int kernel, const AdvanceArgs<P>& advance) {
    const SplitWork work = bodies_.work_of(schedule_, body, kernel);
    if (!work.any()) {
        queue_whole_round(kernel, advance.overlaps, nullptr);
        queue_moves(kernel, advance);
    } else if (bodies_.fused) {
        queue_fused(kernel, work, advance);
    } else {
        queue_split_step(kernel, advance, work.takes_all());
    }
}

template <class P> SumsToTake PassSteps<P>::fused_sums(const SplitWork& work, int place) {
    if (!work.sums()) return work.for_thermostat ? heat_sums() : SumsToTake{};
    SumsToTake sums = pressure_sums(place);
    sums.all = work.observed || !coupling_.by_diagonals();
    return sums;
}

template <class P>
void PassSteps<P>::queue_fused(int kernel, const SplitWork& work, AdvanceArgs<P> advance) {
    MDSIM_EXPECT(!(work.acts() && work.for_barostat)); // the delay is shorter than that
    const bool couples = work.acts() || work.measures();
    const int place = couples ? 0 : ++samples_alone_;
    advance.coupled.sums = fused_sums(work, place);
    if (work.acts()) advance.coupled.factor = &coupling_.args().place->factor;
    // What acts must have been found, and sums taken before must have been read. Ahead of the
    // round, too: where the action is impossible, it ends the pass.
    if (couples) beside_.join(*stream_);
    // A round may be all that knows a virial.
    queue_whole_round(kernel, advance.overlaps, advance.coupled.sums.pressure.pair);
    queue_moves(kernel, advance);
    WalkArgs<P> walk = walk_args();
    walk.kernel = kernel;
    queue_beside(walk, work, place);
}

template <class P>
void PassSteps<P>::queue_beside(const WalkArgs<P>& walk, const SplitWork& work, int place) {
    if (!work.observed && !work.measures()) return;
    // Nothing waits for the action of a rank that is alone but the step on which it comes.
    const bool waits = work.measures() && ranks_->couples_with_others();
    const Stream& stream = waits ? *stream_ : beside_.begin(*stream_);
    if (work.observed)
        store_sample(stream, walk.atoms.control, walk.kernel, coupling_.args(),
                     samples_.args(OutOfRange::is_kept, place));
    if (work.measures()) queue_action(stream, walk, work);
}

template <class P>
void PassSteps<P>::queue_action(const Stream& stream, const WalkArgs<P>& walk,
                                const SplitWork& work) {
    if (work.for_barostat)
        ranks_->queue_box_coupling(stream, walk, box_coupling(walk), false);
    else
        ranks_->queue_coupling(stream, walk, coupling_, false);
}

template <class P> BoxCouplingArgs<P> PassSteps<P>::box_coupling(const WalkArgs<P>& walk) {
    return {coupling_.barostat(), coupling_.thermostat(), coupling_.args(), sample_args().now,
            walk.atoms.boxes};
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
    if (rescales) ranks_->queue_box_coupling(*stream_, walk, box_coupling(walk), early_);
    // Of a branch: it does steps with a sample, too, on which no barostat acts.
    const bool alone = !rescales || walk.kernel == branch_kernel;
    if (coupling_.thermostat() && alone) ranks_->queue_coupling(*stream_, walk, coupling_, early_);
}

template <class P>
void PassSteps<P>::queue_coupled(const WalkArgs<P>& walk, const AdvanceArgs<P>& advance) {
    parts_.forces->queue_completed(*stream_, walk,
                                   {advance.view, advance.motions, heat_sums(), advance.overlaps});
}

template <class P> SumsToTake PassSteps<P>::heat_sums() const {
    return {mass_, &coupling_.args().place->kinetic};
}

template <class P> SumsToTake PassSteps<P>::pressure_sums(int place) {
    ObservedSums* now = samples_.sums(place);
    return {mass_, nullptr, {&now->pair, &now->kinetic}};
}

template <class P>
void PassSteps<P>::queue_summed(const WalkArgs<P>& walk, const AdvanceArgs<P>& advance) {
    ObservedSums* now = sample_args().now;
    if (walk.kernel != branch_kernel && coupling_.by_diagonals()) {
        return parts_.forces->queue_completed(
            *stream_, walk, {advance.view, advance.motions, pressure_sums(), advance.overlaps});
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
