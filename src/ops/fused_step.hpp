// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/ids.hpp"
#include "ops/motion.hpp"
#include "ops/tile_set.hpp"

namespace mdsim {

/// Steps in which nothing happens between the half kicks, led by the host tile by tile. Answered by
/// processors only: a device goes through such steps in batches.
template <class P> class FusedStep {
  public:
    virtual ~FusedStep() = default;

    /// Moves the atoms of some tiles from step to step: forces, both half kicks, and drift. The
    /// bits are those of storing forces, completing the step and beginning the next.
    virtual MotionReport advance(const Motion<typename P::Real>& motion, Step step,
                                 TileSet tiles) = 0;
};

} // namespace mdsim
