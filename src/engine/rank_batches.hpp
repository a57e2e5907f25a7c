// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ops/step_batches.hpp"

namespace mdsim {

/// Step batches of one rank among others, and what its host does between them.
template <class P> class RankBatches : public StepBatches<P> {
  public:
    /// Steps of a batch at most.
    virtual std::int64_t longest() const = 0;

    /// Between two batches: looks now and then whether the ranks take unlike times, and moves the
    /// atoms to other bricks if so. `seconds` is what the batch has taken, alike on all ranks.
    /// Collective.
    virtual void balance(double seconds) = 0;
};

} // namespace mdsim
