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
    /// Queues the step of kernel `kernel` of a body: all in one pass over the tiles, but for the
    /// kernels of split steps, as Control::bodies says.
    void queue_step(int kernel, const AdvanceArgs<P>& advance);
    /// The same without the round and what follows it: for hosts that lead the steps.
    void queue_moves(int kernel, const AdvanceArgs<P>& advance) const;
    /// Queues a split step: for a thermostat alone, or with the sums of a sample or a barostat.
    void queue_split_step(int kernel, const AdvanceArgs<P>& advance, bool sums);

    /// What all walks have in common.
    WalkArgs<P> walk_args() const;
    const CouplingStore& coupling() const { return coupling_; }
    const SampleStore& samples() const { return samples_; }

    /// Says whether kernels of a step may start while the one before them, of the same step, ends.
    void start_early(bool yes) { early_ = yes; }
    /// Says whether bodies have kernels for the steps that CouplingStore::bodies names.
    void split_in_bodies(bool yes) { bodies_ = yes ? coupling_.bodies() : SplitBodies{}; }
    const SplitBodies& bodies() const { return bodies_; }
    /// Whether a branch does steps for the thermostat alone.
    bool couples_in_branch() const {
        return coupling_.thermostat().has_value() && !bodies_.split.any();
    }
    /// Whether a branch does steps with sums: for samples, or for a barostat.
    bool sums_in_branch() const { return samples_.expected() || coupling_.rescales(); }

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
    SampleArgs sample_args() { return samples_.args(!ranks_->reduces_samples()); }

    const Stream* stream_;
    ResidentParts<P> parts_;
    const Ranks<P>* ranks_;
    const double* mass_;
    CouplingStore coupling_;
    SplitBodies bodies_;
    bool early_ = false;
    SampleStore samples_;
};

} // namespace mdsim
