// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/contract.hpp"
#include "state/atom_labels.hpp"

namespace mdsim::source {

/// The rank of each of a file's particle numbers in ascending order, 0 ... n - 1. Numbers that
/// leave no gap, as most files have them, cost no memory.
class IdRanks {
  public:
    explicit IdRanks(std::vector<std::int64_t> numbers);

    /// Whether no number came twice; only then are ranks defined.
    bool unique() const { return unique_; }

    /// Some number that came twice, where unique() is false.
    std::int64_t repeated() const {
        MDSIM_EXPECT(!unique_);
        return repeated_;
    }

    /// The rank of a number, or -1 for one that is not there.
    std::int64_t rank(std::int64_t number) const;

    /// The numbers by their ranks, listed for a block of these if they leave gaps. Requires
    /// unique() and a block of ranks that there are.
    AtomLabels labels(const IdBlock& block) const;

  private:
    std::int64_t first_ = 0;
    std::int64_t count_ = 0;
    std::vector<std::int64_t> sorted_; ///< empty where the numbers leave no gap
    bool unique_ = true;
    std::int64_t repeated_ = 0;
};

} // namespace mdsim::source
