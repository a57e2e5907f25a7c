// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/block_sums.hpp"
#include "ops/pair_histogram.hpp"

namespace mdsim {

/// Standard errors of radial distribution functions, by blocks of samples (BlockSums): of that of
/// all atoms, and of each pair of species where there are several. None of very many bins, whose
/// blocks would take too much memory.
class RdfErrors {
  public:
    explicit RdfErrors(const PairHistogram& empty);

    /// Takes a sample of all ranks, at a density over that of the first sample.
    void add(const PairHistogram& sample, double density);

    /// The error of the mean number in each bin over the mean density, [function][bin]; NaN where
    /// it is not known.
    std::vector<double> errors() const;

    /// As numbers, and back. Throws InputError where numbers are none of such blocks.
    std::vector<double> numbers() const;
    void restore(const std::vector<double>& numbers);

  private:
    std::size_t functions_;
    std::size_t bins_;
    std::optional<BlockSums> blocks_;
};

/// The numbers of a sample for each of them, [function][bin].
std::vector<double> rdf_counts(const PairHistogram& sample);

} // namespace mdsim
