// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "kernels/engine/busy_clock.hpp"
#include "kernels/engine/graph_key.hpp"
#include "kernels/engine/pass_length.hpp"
#include "kernels/engine/pass_steps.hpp"
#include "kernels/engine/rebuild.hpp"
#include "kernels/runtime/device_limits.hpp"
#include "kernels/runtime/graph.hpp"
#include "ops/step_batch.hpp"

namespace mdsim {

/// Runs batches of steps from a recorded graph; the device decides on rebuilds by itself. Where
/// some ranks have no direct link, hosts lead the steps instead.
template <class P> class StepLoop {
  public:
    /// `mass` is an array of the device, by type; `seed` is that of random numbers.
    StepLoop(const Stream& stream, const ResidentParts<P>& parts, const double* mass,
             std::uint64_t seed)
        : stream_(&stream), parts_(parts), ranks_(make_ranks(stream, parts)),
          rebuild_(stream, parts, *ranks_), steps_(stream, parts, *ranks_, mass, seed) {}

    /// Runs a batch to its end.
    BatchReport run(const StepBatch<P>& batch, const MotionView<P>& view);

    /// Sorts the atoms and builds lists; see Rebuild::run.
    AtomCapacity rebuild() { return rebuild_.run(); }

    /// Sends the positions in use to the halos of others, who send theirs.
    void exchange_positions() const { ranks_->exchange_positions(); }

    /// Queues forces that are stored, with energy and virial if `totals` is given. Waits where
    /// hosts lead the steps and a force has a round.
    void queue_forces(DeviceSums<pair_sums>* totals) const;

    /// What all walks have in common.
    WalkArgs<P> walk_args() const { return steps_.walk_args(); }

  private:
    StepMotions<typename P::Real> upload(const std::vector<Motion<typename P::Real>>& motion);
    /// Queues passes to the end of the batch, and the looks on their way. `between_kicks` says that
    /// the first step is one in hand from between its half kicks on.
    void launch(const StepBatch<P>& batch, const AdvanceArgs<P>& advance, bool between_kicks);
    void queue_first_branch(const AdvanceArgs<P>& advance, bool between_kicks);
    void queue_look(const BatchLook& look, std::size_t place);
    void record(const AdvanceArgs<P>& advance);
    /// Passes of one body, which take branches at their ends: a rebuild, and split steps.
    void record_branches(LoopRecorder& recorder, const AdvanceArgs<P>& advance);
    /// Passes that are one of many bodies each.
    void record_choice(LoopRecorder& recorder, const AdvanceArgs<P>& advance);
    void queue_body(const PassBody& body, const AdvanceArgs<P>& advance,
                    const PassConditions& conditions);
    void queue_rebuild(const PassConditions& conditions);
    void queue_branch(const AdvanceArgs<P>& advance, bool sums);
    void queue_steps(std::int64_t body, AdvanceArgs<P> advance);
    void begin(const StepBatch<P>& batch, const AdvanceArgs<P>& advance);
    AtomCapacity repeat_graph(const StepBatch<P>& batch, const AdvanceArgs<P>& advance);
    BatchReport report(const StepBatch<P>& batch) const;
    void add_couplings(BatchReport& report) const;
    PassCosts costs_of(const StepBatch<P>& batch, const CoupledBodies& bodies, bool searched) const;
    CoupledBodies possible_bodies(const StepBatch<P>& batch,
                                  const StepMotions<typename P::Real>& motions) const;
    void choose_pass(const StepBatch<P>& batch, const StepMotions<typename P::Real>& motions,
                     bool searched);
    std::uint32_t effective_tiles() const;
    bool may_overlap() const;

    const Stream* stream_;
    ResidentParts<P> parts_;
    unsigned multiprocessors_ = multiprocessors(); ///< of the device
    bool starts_early_ = device_starts_early();
    std::unique_ptr<Ranks<P>> ranks_;
    Rebuild<P> rebuild_;
    PassSteps<P> steps_;
    LoopGraph graph_;
    GraphKey<P> recorded_; ///< what it was recorded with
    LearnedPass learned_;
    int pass_length_ = 0; ///< step kernels in a pass
    Buffer<Motion<typename P::Real>, Device> motion_;
};

} // namespace mdsim
