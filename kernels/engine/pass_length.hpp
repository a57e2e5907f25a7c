// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace mdsim {

/// What too short and too long passes cost.
struct PassCosts {
    double pass;           ///< another pass [us]
    double idle_step;      ///< a step kernel that has nothing to do, with the check behind it [us]
    double idle_split = 0; ///< what kernels of a split step that do nothing take beside that [us]
    double branch = 0;     ///< a branch that is taken [us]
    double choice = 0;     ///< the choice of a body, in each pass [us]
    // Steps of these kinds in a step. A branch ends a pass.
    double samples = 0;
    double coupled = 0;
    bool phases = false; ///< bodies of phases can do those; otherwise branches do
    // Those that such bodies leave to branches.
    double left_samples = 0;
    double left = 0; ///< of `coupled`
};

/// How passes are made.
struct PassShape {
    int length = 0; ///< step kernels of a body
    /// There is a body for each phase of the couplings; otherwise branches do steps that couple.
    bool phases = false;
};

/// The costs for so many tiles, as an H200 has them, where a step has so many walks over them.
/// `searched`: missing pairs are searched for.
PassCosts pass_costs(std::uint32_t tiles, int walks, bool searched);

/// As many tiles as take an H200 as long as `tiles` take a GPU of so many multiprocessors. Those
/// of about its size count as it.
std::uint32_t tiles_as_on_h200(std::uint32_t tiles, unsigned multiprocessors);

/// The passes that cost least. Rebuilds are `interval` steps apart on average, and by up to
/// `spread` more or less, the more seldom the more.
PassShape best_pass(double interval, int spread, const PassCosts& costs);

/// The passes where the device decides on rebuilds, learned from those that were.
class LearnedPass {
  public:
    /// Takes note of so many rebuilds, with so many steps between them.
    void saw(std::int64_t rebuilds, std::int64_t steps);

    /// The passes to use for so many steps `ahead`. They change, which means that a graph is
    /// recorded anew, once that pays on these steps and those since they were chosen, and with what
    /// couples.
    PassShape shape(const PassCosts& costs, std::int64_t ahead);

  private:
    PassShape choose(const PassShape& shape);

    double rebuilds_ = 0;
    double steps_ = 0; ///< between them
    PassShape shape_;
    double rebuilds_of_shape_ = 0; ///< since it was chosen
    double samples_ = 0;           ///< as the shape was chosen
    double coupled_ = 0;           ///< likewise
    bool phases_ = false;          ///< likewise
};

} // namespace mdsim
