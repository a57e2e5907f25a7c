// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "core/fixed_sum.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

FixedSum sum_of(const std::vector<double>& terms, FixedScale scale) {
    FixedSum sum(scale);
    for (const double term : terms) sum.add(term);
    return sum;
}

/// Terms of both signs over fifteen orders of magnitude.
std::vector<double> wild_terms(int count) {
    std::mt19937_64 engine(4711);
    std::uniform_real_distribution<double> exponent(-20, 30);
    std::uniform_real_distribution<double> mantissa(-1, 1);
    std::vector<double> terms;
    for (int i = 0; i < count; ++i) terms.push_back(mantissa(engine) * std::exp2(exponent(engine)));
    return terms;
}

} // namespace

TEST_CASE("a fixed sum does not depend on order or grouping", "[fixed_sum]") {
    std::vector<double> terms = wild_terms(1000);
    const FixedSum expected = sum_of(terms, fixed_scale::energy);
    std::mt19937_64 engine(1);
    for (int trial = 0; trial < 20; ++trial) {
        std::shuffle(terms.begin(), terms.end(), engine);
        CHECK(sum_of(terms, fixed_scale::energy) == expected);

        const auto cut = terms.begin() + 50 * trial;
        FixedSum merged = sum_of({cut, terms.end()}, fixed_scale::energy);
        merged.merge(sum_of({terms.begin(), cut}, fixed_scale::energy));
        CHECK(merged == expected);
    }
    const double plain = std::accumulate(terms.begin(), terms.end(), 0.0);
    CHECK(expected.value() == Approx(plain).epsilon(1e-12));
    CHECK_FALSE(expected.saturated());
}

TEST_CASE("a fixed sum is exact where every term is a multiple of the step", "[fixed_sum]") {
    FixedSum sum(fixed_scale::momentum);
    sum.add(-1.0);
    CHECK(sum.value() == -1.0);
    sum.add(0x1p-64);
    sum.add(1.0);
    CHECK(sum.value() == 0x1p-64);
    sum.add(-0x1p-63);
    CHECK(sum.value() == -0x1p-64);
    sum.add(0x1p30);
    sum.add(0x1p-64);
    CHECK(sum.value() == 0x1p30);
    sum.add(-0x1p30);
    CHECK(sum.value() == 0.0);
}

TEST_CASE("the value of a fixed sum is correctly rounded", "[fixed_sum]") {
    std::mt19937_64 engine(99);
    for (int trial = 0; trial < 2000; ++trial) {
        // Three terms whose exact sum long double (64 bits of mantissa) holds.
        const auto a = static_cast<double>(static_cast<std::int64_t>(engine() >> 12));
        const auto b = static_cast<double>(static_cast<std::int64_t>(engine() >> 50)) * 0x1p-9;
        FixedSum sum(fixed_scale::energy);
        sum.add(-a * 0x1p-10);
        sum.add(b * 0x1p-10);
        const long double exact = (static_cast<long double>(b) - a) * 0x1p-10L;
        REQUIRE(sum.value() == static_cast<double>(exact));
    }
    // A tie goes to even, and anything beyond the tie goes up.
    FixedSum tie(fixed_scale::energy);
    tie.add(0x1p40);
    tie.add(0x1p-13);
    CHECK(tie.value() == 0x1p40);
    tie.add(0x1p-48);
    CHECK(tie.value() == 0x1p40 + 0x1p-12);
}

TEST_CASE("a fixed sum flags what it cannot hold, and keeps the flag", "[fixed_sum]") {
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity(), -1e300, 0x1p47, -0x1p47}) {
        FixedSum sum(fixed_scale::energy);
        sum.add(2.0);
        CHECK_FALSE(sum.saturated());
        sum.add(bad);
        CHECK(sum.saturated());
        CHECK(sum.value() == 2.0);
        FixedSum other(fixed_scale::energy);
        other.merge(sum);
        CHECK(other.saturated());
        other.merge(FixedSum(fixed_scale::energy));
        CHECK(other.saturated());
    }
    FixedSum sum(fixed_scale::energy);
    for (int i = 0; i < 1000; ++i) sum.add(0x1.fffffffffffffp46);
    CHECK_FALSE(sum.saturated());
    CHECK(sum.value() == Approx(1000 * 0x1p47));
}

TEST_CASE("64-bit contributions saturate with a flag", "[fixed_sum]") {
    const FixedScale scale{40};
    bool saturated = false;
    CHECK(to_fixed64(1.5, scale, saturated) == std::int64_t{3} << 39);
    CHECK(to_fixed64(-0x1p-40, scale, saturated) == -1);
    CHECK(to_fixed64(-0x1p23, scale, saturated) == std::numeric_limits<std::int64_t>::min());
    CHECK_FALSE(saturated);
    CHECK(to_fixed64(0x1p23, scale, saturated) == std::numeric_limits<std::int64_t>::max());
    CHECK(saturated);
    saturated = false;
    CHECK(to_fixed64(-1e30, scale, saturated) == std::numeric_limits<std::int64_t>::min());
    CHECK(saturated);
    saturated = false;
    CHECK(to_fixed64(std::numeric_limits<double>::quiet_NaN(), scale, saturated) == 0);
    CHECK(saturated);
    CHECK(from_fixed64(std::int64_t{3} << 39, scale) == 1.5);
}

TEST_CASE("64-bit contributions enter a fixed sum exactly", "[fixed_sum]") {
    bool saturated = false;
    for (const double value : {3.25, -3.25, -0x1p-40, 0x1.8p22, -0x1p23}) {
        for (const FixedScale from : {FixedScale{40}, FixedScale{32}, FixedScale{24}}) {
            const double rounded = std::nearbyint(std::ldexp(value, from.bits));
            FixedSum sum(FixedScale{40});
            sum.add_fixed(to_fixed64(value, from, saturated), from);
            CHECK(sum.value() == std::ldexp(rounded, -from.bits));
        }
    }
    CHECK_FALSE(saturated);
}

TEST_CASE("a fixed sum may be carried as bytes", "[fixed_sum]") {
    FixedSum sum(fixed_scale::virial);
    sum.add(-12.25);
    FixedSum copy;
    std::memcpy(static_cast<void*>(&copy), &sum, sizeof copy);
    CHECK(copy == sum);
}
