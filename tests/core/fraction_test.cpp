// SPDX-License-Identifier: BSD-3-Clause
#include "core/fraction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "support/catch.hpp"

using namespace mdsim;

namespace {

template <class Fraction> using Bits = std::make_unsigned_t<Fraction>;

/// The lowest fraction in interval number k of n, k > 0: k 2^b / n rounded up, in integers.
template <class Fraction> Bits<Fraction> first_of_interval(std::uint64_t k, std::uint64_t n) {
    const std::uint64_t most = std::numeric_limits<Bits<Fraction>>::max();
    const std::uint64_t rest = (most % n + 1) % n;
    const std::uint64_t part = most / n + (rest == 0 ? 1 : 0);
    return static_cast<Bits<Fraction>>(k * part + (k * rest + n - 1) / n);
}

} // namespace

TEMPLATE_TEST_CASE("intervals of an edge begin where their number says, to the last bit",
                   "[fraction]", std::int32_t, std::int64_t) {
    for (const int n : {1, 2, 3, 7, 24, 1000, 1 << 20}) {
        CHECK(interval_of(TestType{0}, n) == 0);
        CHECK(interval_of(TestType{-1}, n) == n - 1);
        for (int k = 1; k < n; k += 1 + n / 50) {
            const auto first = first_of_interval<TestType>(static_cast<std::uint64_t>(k),
                                                           static_cast<std::uint64_t>(n));
            CHECK(interval_of(static_cast<TestType>(first), n) == k);
            CHECK(interval_of(static_cast<TestType>(first - 1), n) == k - 1);
        }
    }
}

TEMPLATE_TEST_CASE("a number of edges becomes the nearest fraction within the box", "[fraction]",
                   std::int32_t, std::int64_t) {
    const double unit = std::ldexp(1.0, -fraction_bits<TestType>);
    for (const double s : {0.0, 0.125, 0.3, 0.5, 0.99, -0.25, -3.7, 12.1}) {
        const double wrapped = s - std::floor(s);
        CHECK(to_double(to_fixed_fraction<TestType>(s)) == Approx(wrapped).margin(0.51 * unit));
    }
    // So close to the upper face that the nearest place is that of the lower one.
    CHECK(to_fixed_fraction<TestType>(-1e-25) == 0);
    CHECK(to_fixed_fraction<TestType>(1 - unit / 4) == 0);
    CHECK(to_double(TestType{-1}) < 1);
    CHECK(to_double(TestType{-1}) >= 1 - 2 * std::max(unit, 0x1p-53));
}

TEMPLATE_TEST_CASE("steps and crossings of faces together give the way without walls", "[fraction]",
                   std::int32_t, std::int64_t) {
    // Numbers of 32 bits in the upper bits of a fraction, so that the way is exact in 64.
    constexpr int shift = fraction_bits<TestType> - 32;
    const auto at = [](std::int64_t place) {
        return static_cast<TestType>(static_cast<Bits<TestType>>(place) << shift);
    };
    constexpr std::int64_t edge = std::int64_t{1} << 32;
    constexpr std::int64_t longest = edge / 2 - 1;
    std::mt19937_64 engine(5);
    int crossed = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        const auto from = static_cast<std::int64_t>(engine() % edge);
        const auto step = static_cast<std::int64_t>(engine() % (2 * longest + 1)) - longest;
        const std::int64_t to = (from + step + edge) % edge;
        CHECK(difference(at(to), at(from)) == at(step));
        CHECK(advanced(at(from), at(step)) == at(to));
        CHECK(to + crossing(at(from), at(to)) * edge == from + step);
        CHECK(crossing(at(from), at(from)) == 0);
        crossed += crossing(at(from), at(to)) != 0 ? 1 : 0;
    }
    CHECK(crossed > 100);
    CHECK(crossing(at(edge - 1), at(0)) == 1);
    CHECK(crossing(at(0), at(edge - 1)) == -1);
}
