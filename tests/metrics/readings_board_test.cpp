// SPDX-License-Identifier: BSD-3-Clause
#include "metrics/readings_board.hpp"

#include <atomic>
#include <thread>

#include "support/catch.hpp"

using namespace mdsim;

namespace {

std::shared_ptr<RunReadings> at_step(Step step) {
    auto readings = std::make_shared<RunReadings>();
    readings->step = step;
    readings->last_step = step;
    return readings;
}

} // namespace

TEST_CASE("a board is empty until something is posted, and shows what came last") {
    ReadingsBoard board;
    CHECK(board.look() == nullptr);
    CHECK(board.post(at_step(1)));
    CHECK(board.post(at_step(2)));
    CHECK(board.look()->step == 2);
}

TEST_CASE("what was looked at stays whole while more is posted") {
    ReadingsBoard board;
    board.post(at_step(0));
    std::atomic<bool> over = false;
    std::atomic<int> torn = 0;
    std::thread reader([&] {
        while (!over) {
            const auto seen = board.look();
            torn += seen->step != seen->last_step ? 1 : 0;
        }
    });
    int posted = 0;
    for (Step step = 1; step <= 20000; ++step) posted += board.post(at_step(step)) ? 1 : 0;
    over = true;
    reader.join();
    CHECK(torn == 0);
    CHECK(posted > 0);
}
