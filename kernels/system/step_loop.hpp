// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "kernels/forces/law_driver.hpp"
#include "kernels/lists/list_check.hpp"
#include "kernels/ranks/rank_exchange.hpp"
#include "kernels/runtime/graph.hpp"
#include "kernels/sort/cell_order.hpp"
#include "kernels/system/atom_store.hpp"
#include "ops/device_system.hpp"

namespace mdsim {

/// The parts of a resident system that a step works on.
template <class P> struct ResidentParts {
    AtomStore<P>* atoms;
    CellOrder<P>* order;
    TileLists<P>* lists;
    ListCheck<P>* check;
    RankExchange<P>* exchange; ///< null for a rank that is alone
    Agreement* agreement;      ///< likewise
    const Communicator* comm;  ///< likewise
    std::int64_t total_atoms;  ///< of all ranks; where there are several
    const std::vector<std::unique_ptr<LawDriver<P>>>* laws;
    FractionScale<P> scale;
};

/// Runs stretches of steps from a recorded graph; the device decides on rebuilds by itself.
template <class P> class StepLoop {
  public:
    StepLoop(const Stream& stream, const ResidentParts<P>& parts)
        : stream_(&stream), parts_(parts) {}

    /// Runs a stretch to its end.
    StretchReport run(const Stretch<P>& stretch, const MotionView<P>& view);

    /// Sorts the atoms and builds lists; waits until that is done.
    void rebuild();

    /// Sends the positions in use to the halos of others, who send theirs; does not wait.
    void exchange_positions() const;

    /// What all walks have in common.
    WalkArgs<P> walk_args() const;

  private:
    const void* upload_motions(const std::vector<AnyMotion<typename P::Real>>& motion);
    bool alone() const { return parts_.exchange == nullptr; }
    RankView<P> rank_view() const;
    void queue_sort() const;
    void queue_halo() const;
    void queue_rebuild() const;
    Settled most_of_all(Settled mine) const;
    void check_ranks() const;
    void settle();
    void record(const AdvanceArgs<P>& advance);
    void queue_step(int kernel, const AdvanceArgs<P>& advance) const;
    void queue_check(int kernel, const AdvanceArgs<P>& advance) const;
    void queue_end_of_rebuild(cudaGraphConditionalHandle again) const;
    void choose_turn(const Stretch<P>& stretch);

    const Stream* stream_;
    ResidentParts<P> parts_;
    LoopGraph graph_;
    std::vector<std::byte> recorded_; ///< what it was recorded with
    int turn_length_ = 12; ///< a common interval between rebuilds, until one has been seen
    std::int64_t seen_rebuilds_ = 0;
    std::int64_t seen_steps_ = 0; ///< between them
    Buffer<std::byte, Device> motion_;
};

} // namespace mdsim
