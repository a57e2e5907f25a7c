// SPDX-License-Identifier: BSD-3-Clause
#include "engine/balance_pace.hpp"

#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// Batches of so many seconds to the next look.
int batches(BalancePace& pace, double seconds) {
    int count = 1;
    while (!pace.due(seconds)) ++count;
    return count;
}

} // namespace

TEST_CASE("looks at the load are no more frequent than people could follow") {
    BalancePace pace;
    CHECK(batches(pace, 0.25) == 2);
    pace.looked(0);
    CHECK(batches(pace, 0.0625) == 8);
    pace.looked(0);
    CHECK(batches(pace, 3) == 1);
}

TEST_CASE("after a look that took long, as atoms were moved, the run goes on for longer") {
    BalancePace pace;
    CHECK(pace.due(1));
    pace.looked(1.5);
    CHECK(batches(pace, 0.25) == 300);
    pace.looked(0.001);
    CHECK(batches(pace, 0.25) == 2);
}
