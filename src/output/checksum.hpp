// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace mdsim {

/// A 64-bit checksum against accidents (not against forgery), about as fast as memory.
///
/// The bytes are read as little-endian 64-bit words; word i goes to lane i mod 4 by
/// x = (lane xor word) * k, lane = x xor (x >> 32), one-to-one in the lane and in the word. So a
/// change confined to one word is always found, any other almost certainly. A last partial word is
/// filled with zeros; at the end the lanes are mixed into the length in the same way.
class Checksum {
  public:
    /// Adds bytes; how the content is cut into calls does not matter.
    void add(std::span<const std::byte> bytes);

    /// The checksum of everything added so far.
    std::uint64_t value() const;

  private:
    void add_word(std::uint64_t word);

    std::array<std::uint64_t, 4> lanes_{0x243f6a8885a308d3U, 0x13198a2e03707344U,
                                        0xa4093822299f31d0U, 0x082efa98ec4e6c89U}; // digits of pi
    std::array<std::byte, 8> rest_{};
    std::uint64_t length_ = 0;
};

/// The checksum of one piece of memory.
std::uint64_t checksum_of(std::span<const std::byte> bytes);

} // namespace mdsim
