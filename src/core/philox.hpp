// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/hd.hpp"

namespace mdsim {

/// Four 32-bit words: the counter that Philox turns into random bits, and those bits.
struct PhiloxBlock {
    std::uint32_t word[4];
};

/// The key of a Philox stream.
struct PhiloxKey {
    std::uint32_t word[2];
};

/// Philox4x32-10: 128 random bits as a pure function of counter and key.
///
/// Salmon, Moraes, Dror and Shaw (2011), "Parallel random numbers: as easy as 1, 2, 3", SC'11,
/// doi:10.1145/2063384.2063405, section 3.4; ten rounds, passes TestU01's BigCrush.
MDSIM_HD PhiloxBlock philox(PhiloxBlock counter, PhiloxKey key) {
    constexpr std::uint64_t multiplier0 = 0xD2511F53u;
    constexpr std::uint64_t multiplier1 = 0xCD9E8D57u;
    constexpr std::uint32_t weyl0 = 0x9E3779B9u; // the golden ratio
    constexpr std::uint32_t weyl1 = 0xBB67AE85u; // sqrt(3) - 1
    PhiloxBlock c = counter;
    PhiloxKey k = key;
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t product0 = multiplier0 * c.word[0];
        const std::uint64_t product1 = multiplier1 * c.word[2];
        const auto high0 = static_cast<std::uint32_t>(product0 >> 32);
        const auto high1 = static_cast<std::uint32_t>(product1 >> 32);
        c = {{high1 ^ c.word[1] ^ k.word[0], static_cast<std::uint32_t>(product1),
              high0 ^ c.word[3] ^ k.word[1], static_cast<std::uint32_t>(product0)}};
        k = {{k.word[0] + weyl0, k.word[1] + weyl1}};
    }
    return c;
}

} // namespace mdsim
