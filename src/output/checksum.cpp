// SPDX-License-Identifier: BSD-3-Clause
#include "output/checksum.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace mdsim {

namespace {

constexpr std::uint64_t multiplier = 0x9e3779b97f4a7c15U; // odd; 2^64 / golden ratio

std::uint64_t mixed(std::uint64_t lane, std::uint64_t word) {
    const std::uint64_t product = (lane ^ word) * multiplier;
    return product ^ (product >> 32);
}

/// Words are little-endian in the definition, so that files may be checked on any machine.
std::uint64_t word_at(const std::byte* bytes) {
    std::uint64_t word = 0;
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(&word, bytes, 8);
    } else {
        for (int i = 7; i >= 0; --i) word = word << 8 | static_cast<std::uint64_t>(bytes[i]);
    }
    return word;
}

} // namespace

void Checksum::add_word(std::uint64_t word) {
    std::uint64_t& lane = lanes_[length_ / 8 % 4];
    lane = mixed(lane, word);
    length_ += 8;
}

void Checksum::add(std::span<const std::byte> bytes) {
    const std::size_t held = length_ % 8;
    if (held != 0) {
        const std::size_t n = std::min(8 - held, bytes.size());
        std::copy_n(bytes.begin(), n, rest_.begin() + static_cast<std::ptrdiff_t>(held));
        bytes = bytes.subspan(n);
        length_ += n;
        if (held + n < 8) return;
        length_ -= 8;
        add_word(word_at(rest_.data()));
    }
    while (bytes.size() >= 8) {
        add_word(word_at(bytes.data()));
        bytes = bytes.subspan(8);
    }
    std::copy(bytes.begin(), bytes.end(), rest_.begin());
    length_ += bytes.size();
}

std::uint64_t Checksum::value() const {
    std::array<std::uint64_t, 4> lanes = lanes_;
    const std::size_t held = length_ % 8;
    if (held != 0) {
        std::array<std::byte, 8> last{};
        std::copy_n(rest_.begin(), held, last.begin());
        std::uint64_t& lane = lanes[length_ / 8 % 4];
        lane = mixed(lane, word_at(last.data()));
    }
    std::uint64_t sum = length_;
    for (const std::uint64_t lane : lanes) sum = mixed(mixed(sum, lane), 0);
    return sum;
}

std::uint64_t checksum_of(std::span<const std::byte> bytes) {
    Checksum checksum;
    checksum.add(bytes);
    return checksum.value();
}

} // namespace mdsim
