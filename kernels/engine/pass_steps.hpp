// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/engine/ranks.hpp"
#include "kernels/engine/sample_store.hpp"
#include "kernels/integrate/split_step.hpp"
#include "kernels/runtime/fork.hpp"
#include "ops/step_batch.hpp"

namespace mdsim {

/// Queues the steps of a pass, one by one, on the stream that a graph records or that runs them.
template <class P> class PassSteps {
  public:
    /// `mass` is an array of the device, by type; `seed` is that of random numbers.
    PassSteps(const Stream& stream, const ResidentParts<P>& parts, const Ranks<P>& ranks,
              const double* mass, std::uint64_t seed)
        : stream_(&stream), parts_(parts), ranks_(&ranks), mass_(mass), coupling_(seed) {}

    /// Takes what steps of a batch are split for.
    void begin(const StepBatch<P>& batch);

    /// Queues the round of a step, if a force has one; its energies go to `totals`, if given.
    void queue_round(int kernel, bool overlaps, DeviceSums<pair_sums>* totals = nullptr) const;
    /// Queues the step of kernel `kernel` of body `body`: all in one pass over the tiles, but for
    /// the split steps of bodies that are not fused.
    void queue_step(std::int64_t body, int kernel, const AdvanceArgs<P>& advance);
    /// Queues a step to which nothing couples, without a round and what follows it: for hosts that
    /// lead the steps.
    void queue_moves(int kernel, const AdvanceArgs<P>& advance) const;
    /// Queues what follows the last kernel of a body: it waits for what is done beside its steps.
    void end_body() {
        beside_.join(*stream_);
        samples_alone_ = 0;
    }
    /// Queues a split step: for a thermostat alone, or with the sums of a sample or a barostat.
    void queue_split_step(int kernel, const AdvanceArgs<P>& advance, bool sums);

    /// What all walks have in common.
    WalkArgs<P> walk_args() const;
    const CouplingStore& coupling() const { return coupling_; }
    const SampleStore& samples() const { return samples_; }

    /// Says whether kernels of a step may start while the one before them, of the same step, ends.
    void start_early(bool yes) { early_ = yes; }
    /// Says what bodies there are: with phases, where they serve the batch.
    void use_bodies(const CoupledBodies& bodies) { bodies_ = bodies; }
    const CoupledBodies& bodies() const { return bodies_; }
    /// Whether walks that move the atoms can do what couples to them in the batch, and take
    /// samples.
    bool may_fuse(const StepMotions<typename P::Real>& motions) const;
    /// What bodies of so many kernels have to do: on the steps from one of the last body's phase
    /// on.
    std::vector<SplitWork> works(int kernels) const;
    /// Whether a branch does steps for the thermostat alone.
    bool couples_in_branch() const {
        return coupling_.thermostat().has_value() && !bodies_.coupled;
    }
    /// Whether a branch does steps with sums: for samples, or for a barostat.
    bool sums_in_branch() const {
        return (samples_.expected() && !bodies_.observed) ||
               (coupling_.rescales() && !bodies_.rescaled);
    }

  private:
    void queue_idle_walks(const WalkArgs<P>& walk) const;
    void queue_whole_round(int kernel, bool overlaps, DeviceSums<pair_sums>* totals) const;
    // What happens up to the first half kick of a split step: the forces, the second half kick of
    // the step before, and sums.
    void queue_coupled(const WalkArgs<P>& walk, const AdvanceArgs<P>& advance);
    void queue_summed(const WalkArgs<P>& walk, const AdvanceArgs<P>& advance);
    void queue_sample(const WalkArgs<P>& walk);
    // What couples to the atoms of a split step.
    void queue_couplings(const WalkArgs<P>& walk, bool sums);
    // A step of a fused body, and what becomes of its sums beside the steps behind it; these are at
    // `place` in the store of samples.
    void queue_fused(int kernel, const SplitWork& work, AdvanceArgs<P> advance);
    void queue_beside(const WalkArgs<P>& walk, const SplitWork& work, int place);
    void queue_action(const Stream& stream, const WalkArgs<P>& walk, const SplitWork& work);
    SumsToTake fused_sums(const SplitWork& work, int place);
    BoxCouplingArgs<P> box_coupling(const WalkArgs<P>& walk);
    // Where what a thermostat acts by is summed up, or a barostat.
    SumsToTake heat_sums() const;
    SumsToTake pressure_sums(int place = 0);
    SampleArgs sample_args() {
        return samples_.args(ranks_->reduces_samples() ? OutOfRange::is_reported
                                                       : OutOfRange::ends_pass);
    }

    const Stream* stream_;
    ResidentParts<P> parts_;
    const Ranks<P>* ranks_;
    const double* mass_;
    CouplingStore coupling_;
    StepSchedule schedule_; ///< of the batch
    CoupledBodies bodies_;
    bool early_ = false;
    SampleStore samples_;
    /// Actions beside the steps up to those on which they come, and samples.
    Fork beside_{Stream::Priority::highest};
    /// Of a body so far on whose steps nothing couples: each has sums of its own, so that no step
    /// waits for those before.
    int samples_alone_ = 0;
};

} // namespace mdsim
