// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/pass_steps.hpp"

#include <algorithm>

#include "kernels/decomposition/barrier.hpp"

namespace mdsim {

template <class P> void PassSteps<P>::begin(const StepBatch<P>& batch) {
    multi_rank_check_.begin(*stream_);
    coupling_.take(*stream_, batch.coupling, batch.first);
    samples_.take(*stream_, batch.samples);
}

template <class P> std::int64_t PassSteps<P>::between_branches() const {
    const std::int64_t samples = samples_.usual_distance();
    const std::int64_t actions = couples_in_branch() ? coupling_.every() : 0;
    return samples > 0 && actions > 0 ? std::min(samples, actions) : std::max(samples, actions);
}

template <class P> WalkArgs<P> PassSteps<P>::walk_args() const {
    WalkArgs<P> args{};
    args.atoms = parts_.atoms->view();
    args.lists = parts_.lists->view();
    args.scale = parts_.scale;
    args.lanes = parts_.lists->shape().lanes;
    return args;
}

/// Computes forces that nobody takes, where the input asks for a slow rank. They go where the step
/// behind them will store its own, or put the positions that it moves to.
template <class P> void PassSteps<P>::queue_idle_walks(const WalkArgs<P>& args) const {
    for (std::int64_t extra = 1; extra < parts_.ranks.slowdown; ++extra)
        for (std::size_t potential = 0; potential < parts_.potentials->size(); ++potential) {
            WalkArgs<P> of_potential = args;
            of_potential.potential = static_cast<std::uint32_t>(potential);
            (*parts_.potentials)[potential]->store(*stream_, of_potential, nullptr);
        }
}

template <class P> void PassSteps<P>::queue_step(int kernel, const AdvanceArgs<P>& advance) {
    if (coupled_kernels_ > 0 && kernel % coupled_kernels_ == 0)
        return queue_split_step(kernel, advance, false);
    WalkArgs<P> args = walk_args();
    args.kernel = kernel;
    queue_idle_walks(args);
    const auto& potentials = *parts_.potentials;
    for (std::size_t potential = 0; potential < potentials.size(); ++potential) {
        args.potential = static_cast<std::uint32_t>(potential);
        args.add_stored = potential > 0;
        if (potential + 1 < potentials.size())
            potentials[potential]->store(*stream_, args, nullptr);
        else
            potentials[potential]->advance(*stream_, args, advance);
    }
}

template <class P>
void PassSteps<P>::queue_stored_forces(WalkArgs<P>& args, DeviceSums<pair_sums>* totals) const {
    for (std::size_t potential = 0; potential < parts_.potentials->size(); ++potential) {
        args.potential = static_cast<std::uint32_t>(potential);
        args.add_stored = potential > 0;
        (*parts_.potentials)[potential]->store(*stream_, args, totals);
    }
}

template <class P> void PassSteps<P>::queue_sample(const WalkArgs<P>& args) {
    Control* control = args.atoms.control;
    store_sample(*stream_, control, args.kernel, coupling_.args(), samples_.args(alone()));
    if (!alone())
        reduce_after_sample(*stream_, parts_.ranks.all_reduce->view(), control, args.kernel);
}

template <class P>
void PassSteps<P>::queue_uncoupled_split(const WalkArgs<P>& args, const AdvanceArgs<P>& advance) {
    ObservedSums* now = samples_.args(alone()).now;
    complete_split(*stream_, args, advance, mass_, &now->kinetic);
    queue_sample(args);
}

template <class P> void PassSteps<P>::queue_turn(const WalkArgs<P>& args, ThermostatTurn turn) {
    Control* control = args.atoms.control;
    if (alone())
        return couple_atoms(*stream_, control, args.kernel, coupling_.thermostat(),
                            coupling_.args(), turn);
    const RankParts<P>& ranks = parts_.ranks;
    couple_ranks(*stream_, ranks.all_reduce->view(), *ranks.kinetic_exchange, control, args.kernel,
                 coupling_.thermostat(), coupling_.args(), turn);
}

template <class P>
void PassSteps<P>::queue_coupled_split(const WalkArgs<P>& args, const AdvanceArgs<P>& advance,
                                       bool observed) {
    const CouplingArgs& coupling = coupling_.args();
    ObservedSums* now = samples_.args(alone()).now;
    const std::uint32_t types = advance.view.types;
    complete_split(*stream_, args, advance, mass_, &coupling.place->kinetic);
    queue_turn(args, ThermostatTurn::closing);
    if (observed) {
        sum_split(*stream_, args, types, coupling, mass_, &now->kinetic);
        queue_sample(args);
    } else {
        sum_split(*stream_, args, types, coupling, mass_, &coupling.place->kinetic);
    }
    queue_turn(args, ThermostatTurn::opening);
}

template <class P>
void PassSteps<P>::queue_split_step(int kernel, const AdvanceArgs<P>& advance, bool observed) {
    WalkArgs<P> args = walk_args();
    args.kernel = kernel;
    queue_idle_walks(args);
    queue_stored_forces(args, observed ? &samples_.args(alone()).now->pair : nullptr);
    if (coupling_.any())
        queue_coupled_split(args, advance, observed);
    else
        queue_uncoupled_split(args, advance);
    begin_split(*stream_, args, advance, coupling_.args());
}

template <class P> void PassSteps<P>::queue_check(int kernel, const AdvanceArgs<P>& advance) {
    const AtomsView<P> view = parts_.atoms->view();
    const bool searched = advance.view.displaced.capacity > 0;
    if (alone()) {
        if (searched) parts_.check->queue(*stream_, view, *parts_.lists, kernel);
        return;
    }
    const AllReduceView all_reduce = parts_.ranks.all_reduce->view();
    const bool early = !parts_.ranks.share_device;
    if (searched)
        multi_rank_check_.queue(*stream_, all_reduce, parts_.check->search(view, *parts_.lists),
                                kernel, early);
    else
        reduce_after_step(*stream_, all_reduce, view.control, kernel, early);
}

template class PassSteps<MixedPrecision>;
template class PassSteps<DoublePrecision>;

} // namespace mdsim
