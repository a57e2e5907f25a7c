// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/noise.hpp"

namespace mdsim::source {

/// A random order of the numbers 0 ... count - 1, of which each place is computed alone.
///
/// A pure function of seed, stream and count that needs no memory. A range of places thus draws
/// exactly so many numbers without replacement, and every rank knows of every number whether it is
/// among them, without a list.
class Shuffle {
  public:
    /// `count` is from 1 to 2^44. Streams of one seed are independent.
    Shuffle(std::int64_t count, std::uint64_t seed, std::int64_t stream);

    /// The place of a number in this order, from 0 to below `count`; each has another one.
    std::int64_t place(std::int64_t number) const;

  private:
    std::int64_t scramble(std::int64_t number) const;
    std::int64_t draw(std::int64_t half, std::uint32_t round) const;

    std::int64_t count_;
    std::int64_t side_; ///< its square is the first one that is not below `count_`
    NoiseKey key_;
};

} // namespace mdsim::source
