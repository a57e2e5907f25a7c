// SPDX-License-Identifier: BSD-3-Clause
#include "core/step_series.hpp"

#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("a series has every so many-th step from its first on", "[steps]") {
    for (const std::int64_t every : {1, 2, 7}) {
        const StepSeries series{100, every};
        std::int64_t before = 0;
        for (Step step = 95; step < 130; ++step) {
            CHECK(series.on(step) == (step >= 100 && (step - 100) % every == 0));
            CHECK(series.before(step) == before);
            Step next = step;
            while (!series.on(next)) ++next;
            CHECK(series.next_from(step) == next);
            before += series.on(step) ? 1 : 0;
        }
    }
}

TEST_CASE("a series of no steps has none", "[steps]") {
    const StepSeries none;
    CHECK(!none.any());
    CHECK(!none.on(0));
    CHECK(none.before(1000) == 0);
}
