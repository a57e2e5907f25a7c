// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "engine/decomposition.hpp"
#include "engine/simulation_setup.hpp"
#include "ops/atom_forces.hpp"
#include "ops/force_round.hpp"
#include "ops/pair_driver.hpp"

namespace mdsim {

/// Forces on processors, tile by tile, and what moves atoms along with them.
template <class P> class HostForces final : public AtomForces, public ForceRound {
  public:
    /// All of them must outlive this.
    HostForces(const Communicator& comm, const SimulationSetup& setup, const BoxState& box,
               Decomposition<P>& atoms);

    /// Builds lists on the present positions, which are the reference.
    void build_lists();
    /// Forces with motion fused behind them: see PairDriver::advance.
    MotionReport advance(const MotionStep<P>& step, TileSet tiles);

    /// Whether the forces take a round, which must come before them.
    bool takes_round() const { return pairs_.rounds() > 0; }
    void prepare(TileSet tiles, bool with_sums) override;
    void send_values() override { atoms_->values().start(pairs_.channel().value.data()); }
    void receive_values() override { atoms_->values().finish(pairs_.channel().value.data()); }

    void store(WantedSums wanted) override;
    PairSums sums() override { return sums_; }
    void find_shares() override { pairs_.find_shares(atoms_->particles()); }
    bool has_missing_pair(double farthest) override;
    void begin_counting(const PairHistogram& shape) override;
    void end_counting(PairHistogram& histogram) override;
    ListReport report() const override { return pairs_.report(); }
    std::size_t bytes() const override { return pairs_.report().bytes; }

  private:
    /// Computes forces that nobody takes, where the input asks for a slow rank.
    void slow_down();

    const Communicator* comm_;
    const SimulationSetup* setup_;
    const BoxState* box_;
    Decomposition<P>* atoms_;
    bool can_search_; ///< lists are made so that missing pairs can be searched for
    PairDriver<P> pairs_;
    PairSums prepared_sums_;               ///< energies of the last round
    PairSums sums_;                        ///< of the forces stored last
    std::optional<PairHistogram> counted_; ///< from the beginning of a counting to its end
};

} // namespace mdsim
