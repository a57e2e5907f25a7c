// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace mdsim {

/// Tells the states of something that changes apart: who keeps what was made of one compares
/// revisions, and sees whether it still holds.
class Revision {
  public:
    /// Says that the state is another from here on.
    void advance() { ++number_; }

    friend bool operator==(const Revision&, const Revision&) = default;

  private:
    std::uint64_t number_ = 0;
};

} // namespace mdsim
