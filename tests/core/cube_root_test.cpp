// SPDX-License-Identifier: BSD-3-Clause
#include "core/cube_root.hpp"

#include <cmath>
#include <cstdint>

#include "core/noise.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

__extension__ using Wide = __int128;
__extension__ using WideBits = unsigned __int128;

/// n^3 - x 2^shift, exact where it is less than 2^127, however large the two are.
Wide cube_less(std::int64_t n, std::int64_t x, int shift) {
    const auto wide = static_cast<WideBits>(n);
    return static_cast<Wide>(wide * wide * wide - (static_cast<WideBits>(x) << shift));
}

/// Whether no number is nearer to the cube root of x 2^power, x of 53 bits, than what is found.
bool is_nearest(std::int64_t x, int power) {
    const double value = std::ldexp(static_cast<double>(x), power);
    const double found = cube_root(value);
    if (!(std::abs(found * found * found / value - 1) < 1e-14)) return false;
    int exponent = 0;
    const auto m = static_cast<std::int64_t>(std::ldexp(std::frexp(found, &exponent), 53));
    const int shift = power - 3 * (exponent - 53) + 3; // in units of half of the last place
    return cube_less(2 * m - 1, x, shift) < 0 && cube_less(2 * m + 1, x, shift) > 0;
}

} // namespace

TEST_CASE("the cube root is the nearest number to the exact one", "[math]") {
    constexpr std::int64_t top = std::int64_t{1} << 52;
    int wrong = 0;
    for (ParticleId i = 0; i < 100000; ++i) {
        const PhiloxBlock bits = random_bits({5, i, 0, NoisePurpose::initial_velocity}, 0);
        const std::int64_t x = top + (static_cast<std::int64_t>(bits.word[0]) << 20) +
                               static_cast<std::int64_t>(bits.word[1] >> 12);
        wrong += is_nearest(x, static_cast<int>(bits.word[2] % 1200) - 640) ? 0 : 1;
    }
    for (std::int64_t k = 0; k < 1000; ++k)
        for (const int power : {-53, -52, -51})
            wrong += is_nearest(top + k, power) && is_nearest(2 * top - 1 - k, power) ? 0 : 1;
    CHECK(wrong == 0);
}

TEST_CASE("the cube root of a cube is exact, and that of nothing is nothing", "[math]") {
    int wrong = 0;
    for (int i = 1; i < 200000; ++i)
        wrong += cube_root(static_cast<double>(i) * i * i) == i ? 0 : 1;
    CHECK(wrong == 0);
    CHECK(cube_root(0.0) == 0);
}
