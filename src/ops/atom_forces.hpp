// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "ops/list_report.hpp"
#include "ops/pair_histogram.hpp"
#include "ops/sums.hpp"
#include "ops/wanted_sums.hpp"

namespace mdsim {

/// The forces on the atoms of one rank, and the neighbour lists that they are computed from.
///
/// Forces depend on the atoms alone, not on how they are spread over ranks and threads.
class AtomForces {
  public:
    virtual ~AtomForces() = default;

    /// Stores the forces on all atoms, with energy and virial for sums() as far as they are wanted;
    /// a device may still be at it when this returns.
    virtual void store(WantedSums wanted) = 0;

    /// Energy and virial of the forces stored last, as far as they were wanted; waits for them.
    virtual PairSums sums() = 0;

    /// Finds what each owned atom has of energy and virial, for columns: at the step whose forces
    /// were stored last, before positions change. Collective in effect.
    virtual void find_shares() = 0;

    /// Whether a pair within its cutoff may be missing from the lists of any rank, where the
    /// farthest atom of all has moved by `farthest` since the last rebuild [length], more than is
    /// allowed without a search. Errs towards yes, and says yes where pairs cannot be searched for.
    /// Collective.
    virtual bool has_missing_pair(double farthest) = 0;

    /// Begins to count the distances between owned atoms and their neighbours into a histogram of
    /// that shape, whose range must not exceed any pair's cutoff or the sampled range of the setup.
    /// A device goes on with that by itself. One at a time.
    virtual void begin_counting(const PairHistogram& shape) = 0;
    /// Adds what was counted to a histogram of that shape.
    virtual void end_counting(PairHistogram& histogram) = 0;
    void count_distances(PairHistogram& histogram) {
        begin_counting(histogram);
        end_counting(histogram);
    }

    /// What the last list build amounted to.
    virtual ListReport report() const = 0;

    /// The memory of lists and potentials [bytes].
    virtual std::size_t bytes() const = 0;
};

} // namespace mdsim
