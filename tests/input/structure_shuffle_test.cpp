// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/shuffle.hpp"

#include <cmath>
#include <map>
#include <numeric>
#include <vector>

#include "input/structure/apportion.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using source::apportion;
using source::Shuffle;

TEST_CASE("a shuffle gives every number another place") {
    for (const std::int64_t count : {1, 2, 3, 4, 5, 16, 17, 99, 1000, 4097}) {
        const Shuffle shuffle(count, 7, 0);
        std::vector<int> taken(static_cast<std::size_t>(count), 0);
        for (std::int64_t n = 0; n < count; ++n) {
            const std::int64_t place = shuffle.place(n);
            REQUIRE((0 <= place && place < count));
            ++taken[static_cast<std::size_t>(place)];
        }
        CHECK(taken == std::vector<int>(static_cast<std::size_t>(count), 1));
    }
    const std::int64_t most = std::int64_t{1} << 44;
    CHECK(Shuffle(most, 1, 0).place(most - 1) < most);
}

TEST_CASE("a shuffle draws all subsets alike, however few numbers there are") {
    for (const std::int64_t count : {4, 6, 8}) {
        constexpr int draws = 14000;
        std::map<int, int> found;
        for (int seed = 0; seed < draws; ++seed) {
            const Shuffle shuffle(count, static_cast<std::uint64_t>(seed), 3);
            int subset = 0;
            for (std::int64_t n = 0; n < count; ++n) subset |= (shuffle.place(n) < count / 2) << n;
            ++found[subset];
        }
        const std::size_t subsets = count == 4 ? 6 : (count == 6 ? 20 : 70);
        REQUIRE(found.size() == subsets);
        const double expected = draws / static_cast<double>(subsets);
        double chi = 0;
        for (const auto& [subset, times] : found) chi += std::pow(times - expected, 2) / expected;
        const auto freedom = static_cast<double>(subsets - 1);
        CHECK(chi < freedom + 4 * std::sqrt(2 * freedom)); // four standard deviations
    }
}

TEST_CASE("seeds and streams have orders of their own") {
    const auto fixed = [](const Shuffle& a, const Shuffle& b) {
        int same = 0;
        for (std::int64_t n = 0; n < 1000; ++n) same += a.place(n) == b.place(n);
        return same;
    };
    const Shuffle one(1000, 1, 0);
    CHECK(fixed(one, Shuffle(1000, 1, 0)) == 1000);
    CHECK(fixed(one, Shuffle(1000, 2, 0)) < 8); // one on average
    CHECK(fixed(one, Shuffle(1000, 1, 1)) < 8);
}

TEST_CASE("numbers are apportioned by largest remainders") {
    using Numbers = std::vector<std::int64_t>;
    CHECK(apportion(10, {0.8, 0.2}) == Numbers{8, 2});
    CHECK(apportion(10, {1, 1, 1}) == Numbers{4, 3, 3});
    CHECK(apportion(11, {1, 1, 1}) == Numbers{4, 4, 3});
    CHECK(apportion(7, {4, 1}) == Numbers{6, 1});
    CHECK(apportion(0, {2, 3}) == Numbers{0, 0});
    CHECK(apportion(10, {0.1, 0.2, 0.7}) == Numbers{1, 2, 7});
    CHECK(apportion(5, {0, 3, 0}) == Numbers{0, 5, 0});
    const Numbers many = apportion(1000003, {0.3, 0.05, 0.25, 0.4});
    CHECK(std::accumulate(many.begin(), many.end(), std::int64_t{0}) == 1000003);
    CHECK(many == Numbers{300001, 50000, 250001, 400001});
}
