// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "output/durable_file.hpp"
#include "output/sums_log.hpp"

namespace mdsim {

/// Remembers a few bytes of the last finished row of a file. They show that somebody cut the file
/// between two looks at its size: the next row made it as long as before, with zeros in between.
class RowWitness {
  public:
    /// Remembers bytes of this piece, which holds rows that will not change again, if it lies
    /// behind what was remembered and is not all zero. Throws EnvironmentError.
    void remember(const PosixFile& file, const SumRecord& piece);

    /// Throws EnvironmentError, saying what happened, unless the file still has these bytes.
    void expect_unchanged(const PosixFile& file) const;

  private:
    std::uint64_t offset_ = 0; ///< [bytes]
    std::vector<std::byte> bytes_;
};

} // namespace mdsim
