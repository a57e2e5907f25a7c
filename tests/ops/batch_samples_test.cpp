// SPDX-License-Identifier: BSD-3-Clause
#include "ops/batch_samples.hpp"

#include <set>
#include <vector>

#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("samples are those that were added, at equal distances") {
    const std::vector<Step> requested =
        GENERATE(std::vector<Step>{}, std::vector<Step>{105}, std::vector<Step>{100, 101, 102, 103},
                 std::vector<Step>{103, 110, 117}, std::vector<Step>{101, 104, 108, 112},
                 std::vector<Step>{101, 102, 105});
    BatchSamples samples;
    std::set<Step> taken;
    for (const Step step : requested) {
        const bool regular =
            taken.size() < 2 || step - *taken.rbegin() == requested[1] - requested[0];
        REQUIRE(samples.add(step) == regular);
        if (!regular) break;
        taken.insert(step);
    }
    CHECK(samples.count == static_cast<std::int64_t>(taken.size()));
    for (Step step = 90; step < 118 && step <= (taken.empty() ? 117 : *taken.rbegin()); ++step)
        CHECK(samples.steps.on(step) == (taken.count(step) == 1));
}

TEST_CASE("a sample that is alone is the only one of any batch") {
    BatchSamples samples;
    REQUIRE(samples.add(7));
    CHECK(samples.steps.on(7));
    CHECK_FALSE(samples.steps.on(6));
    CHECK_FALSE(samples.steps.on(7 + (Step{1} << 30)));
}

TEST_CASE("samples are no more than a device keeps") {
    BatchSamples samples;
    for (Step step = 0; step < BatchSamples::most; ++step) REQUIRE(samples.add(3 * step));
    CHECK_FALSE(samples.add(3 * BatchSamples::most));
    CHECK(samples.count == BatchSamples::most);
}
