// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/shuffle.hpp"

#include <cmath>

#include "core/contract.hpp"

namespace mdsim::source {

namespace {

/// Enough that no statistics of crystals of a few sites shows the network (four would do for
/// large ones); even, so that both halves are drawn alike.
constexpr std::uint32_t rounds = 10;

std::int64_t side_of(std::int64_t count) {
    auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(count)));
    while (side * side < count) ++side;
    return side;
}

} // namespace

Shuffle::Shuffle(std::int64_t count, std::uint64_t seed, std::int64_t stream)
    : count_(count), side_(side_of(count)), key_{seed, 0, stream, NoisePurpose::lattice_site} {
    MDSIM_EXPECT(1 <= count && count <= std::int64_t{1} << 44);
}

std::int64_t Shuffle::draw(std::int64_t half, std::uint32_t round) const {
    NoiseKey key = key_;
    key.id = half;
    const PhiloxBlock bits = random_bits(key, round);
    const std::uint64_t wide = static_cast<std::uint64_t>(bits.word[0]) << 32 | bits.word[1];
    return static_cast<std::int64_t>(wide % static_cast<std::uint64_t>(side_));
}

/// A Feistel network on a square of numbers: each round shifts one half by random bits of the
/// other.
///
/// Black and Rogaway (2002), "Ciphers with arbitrary finite domains", CT-RSA 2002, LNCS 2271, 114,
/// section 5, with Philox as the random function.
std::int64_t Shuffle::scramble(std::int64_t number) const {
    std::int64_t left = number / side_;
    std::int64_t right = number % side_;
    for (std::uint32_t round = 0; round < rounds; ++round) {
        const std::int64_t next = (left + draw(right, round)) % side_;
        left = right;
        right = next;
    }
    return left * side_ + right;
}

std::int64_t Shuffle::place(std::int64_t number) const {
    MDSIM_EXPECT(0 <= number && number < count_);
    // A number beyond the count is scrambled again: its cycle began below, so it leads back there.
    std::int64_t place = scramble(number);
    while (place >= count_) place = scramble(place);
    return place;
}

} // namespace mdsim::source
