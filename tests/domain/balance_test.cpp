// SPDX-License-Identifier: BSD-3-Clause
#include "support/catch.hpp"

#include "domain/balance.hpp"

using namespace mdsim;

TEST_CASE("new bricks are wanted after two bad looks, not after one") {
    BalanceJudge judge(1.1);
    CHECK_FALSE(judge.wants_new_bricks({1.0, 1}));
    CHECK_FALSE(judge.wants_new_bricks({1.5, 1}));
    CHECK_FALSE(judge.wants_new_bricks({1.05, 1}));
    CHECK_FALSE(judge.wants_new_bricks({1.5, 1}));
    CHECK(judge.wants_new_bricks({1.5, 1}));
}

TEST_CASE("bricks that did not help are not tried again at once") {
    BalanceJudge judge(1.1);
    int attempts = 0;
    for (int look = 0; look < 100; ++look) attempts += judge.wants_new_bricks({1.5, 1});
    CHECK(attempts >= 3);
    CHECK(attempts <= 8);
}

TEST_CASE("bricks that helped next to nothing were in vain too") {
    BalanceJudge judge(1.1);
    int attempts = 0;
    for (int look = 0; look < 100; ++look)
        attempts += judge.wants_new_bricks({2.0 - 0.001 * look, 1});
    CHECK(attempts <= 8);
}

TEST_CASE("bricks that helped leave the judge alert") {
    BalanceJudge judge(1.1);
    CHECK_FALSE(judge.wants_new_bricks({2.0, 1}));
    CHECK(judge.wants_new_bricks({2.0, 1}));
    CHECK_FALSE(judge.wants_new_bricks({1.02, 1}));
    CHECK_FALSE(judge.wants_new_bricks({1.4, 1}));
    CHECK(judge.wants_new_bricks({1.4, 1}));
}
