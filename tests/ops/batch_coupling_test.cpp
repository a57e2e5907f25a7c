// SPDX-License-Identifier: BSD-3-Clause
#include "ops/batch_coupling.hpp"

#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("a coupling acts on every so many steps from its first on") {
    BatchCoupling coupling;
    CHECK_FALSE(coupling.acts_on(0));
    coupling.first = 100;
    for (const std::int64_t every : {1, 2, 7}) {
        coupling.every = every;
        for (Step step = 100; step < 130; ++step) {
            Step next = step;
            while (!coupling.acts_on(next)) ++next;
            CHECK(next - step < every);
            CHECK(coupling.next_from(step) == next);
            CHECK(coupling.acts_on(step) == ((step - 100) % every == 0));
        }
    }
}
