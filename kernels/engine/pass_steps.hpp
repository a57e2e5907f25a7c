// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/engine/ranks.hpp"
#include "kernels/engine/sample_store.hpp"
#include "kernels/integrate/split_step.hpp"
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
    /// Queues the step of kernel `kernel` of a body: all in one pass over the tiles, but for
    /// kernels of steps on which the thermostat acts, as Control::coupled_kernels says.
    void queue_step(int kernel, const AdvanceArgs<P>& advance);
    /// The same without the round and what follows it: for hosts that lead the steps.
    void queue_moves(int kernel, const AdvanceArgs<P>& advance) const;
    /// Queues a split step, for a thermostat or a sample, or both.
    void queue_split_step(int kernel, const AdvanceArgs<P>& advance, bool observed);

    /// What all walks have in common.
    WalkArgs<P> walk_args() const;
    const CouplingStore& coupling() const { return coupling_; }
    const SampleStore& samples() const { return samples_; }

    /// Says whether kernels of a step may start while the one before them, of the same step, ends.
    void start_early(bool yes) { early_ = yes; }
    /// Says whether bodies have kernels for the steps on which the thermostat acts.
    void couple_in_bodies(bool yes) { coupled_kernels_ = yes ? coupling_.every() : 0; }
    /// Every so many-th kernel of a body is for them; 0: none.
    std::int64_t coupled_kernels() const { return coupled_kernels_; }
    /// Whether a branch does steps for the thermostat alone.
    bool couples_in_branch() const { return coupling_.any() && coupled_kernels_ == 0; }

  private:
    void queue_idle_walks(const WalkArgs<P>& walk) const;
    void queue_whole_round(int kernel, bool overlaps, DeviceSums<pair_sums>* totals) const;
    // What happens up to the first half kick of a split step: the forces, the second half kick of
    // the step before, and sums.
    void queue_coupled(const WalkArgs<P>& walk, const AdvanceArgs<P>& advance);
    void queue_observed(const WalkArgs<P>& walk, const AdvanceArgs<P>& advance);
    void queue_sample(const WalkArgs<P>& walk);
    SampleArgs sample_args() { return samples_.args(!ranks_->reduces_samples()); }

    const Stream* stream_;
    ResidentParts<P> parts_;
    const Ranks<P>* ranks_;
    const double* mass_;
    CouplingStore coupling_;
    std::int64_t coupled_kernels_ = 0;
    bool early_ = false;
    SampleStore samples_;
};

} // namespace mdsim
