// SPDX-License-Identifier: BSD-3-Clause
#include "core/half.hpp"

#include <cmath>

#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("all finite halves come back from their floats") {
    for (std::uint32_t bits = 0; bits < 0x7bff; ++bits) {
        CHECK(half_bits_of(half_of_bits(bits)) == bits);
        CHECK(half_bits_of(-half_of_bits(bits)) == (bits | 0x8000u));
    }
}

TEST_CASE("halves are the numbers of IEEE 754") {
    CHECK(half_of_bits(0x3c00) == 1);
    CHECK(half_of_bits(0x3555) == 0.333251953125f);
    CHECK(half_of_bits(0xc000) == -2);
    CHECK(half_of_bits(0x7bff) == 65504);
    CHECK(half_of_bits(0x0001) == 0x1p-24f);
    CHECK(half_bits_of(1 / 3.0f) == 0x3555);
}

TEST_CASE("floats between two halves become the nearest, or the even one") {
    for (std::uint32_t bits = 0; bits < 0x7bfe; ++bits) {
        const float low = half_of_bits(bits), high = half_of_bits(bits + 1);
        const float middle = low + (high - low) / 2;
        CHECK(half_bits_of(middle) == bits + bits % 2);
        CHECK(half_bits_of(std::nextafter(middle, 0.0f)) == bits);
        CHECK(half_bits_of(std::nextafter(middle, 1e6f)) == bits + 1);
    }
}
