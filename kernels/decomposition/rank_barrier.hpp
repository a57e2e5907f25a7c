// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/state/control.hpp"

namespace mdsim {

/// What kernels have just written for other ranks.
enum class Written { nothing, migrants, counts, layout, halo, positions, channel };

/// A barrier of ranks between kernels, in a rebuild and outside of batches.
class RankBarrier {
  public:
    virtual ~RankBarrier() = default;

    /// A barrier in the order of the stream: what was written before is where kernels after
    /// it read, and Control says whether some rank ran out of capacity.
    virtual void sync(Written what) = 0;

    /// Throws EnvironmentError where a rank did not arrive. The control has been pulled.
    virtual void check(const Control& control) const = 0;
};

} // namespace mdsim
