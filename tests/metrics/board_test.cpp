// SPDX-License-Identifier: BSD-3-Clause
#include "metrics/board.hpp"

#include <atomic>
#include <thread>

#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// Two numbers that belong together.
struct Pair {
    int first = 0;
    int second = 0;
};

std::shared_ptr<const Pair> pair_of(int number) {
    return std::make_shared<const Pair>(Pair{number, number});
}

} // namespace

TEST_CASE("a board is empty until something is posted, and shows what came last") {
    Board<Pair> board;
    CHECK(board.look() == nullptr);
    CHECK(board.glance() == nullptr);
    CHECK(board.post(pair_of(1)));
    CHECK(board.post(pair_of(2)));
    CHECK(board.look()->first == 2);
    CHECK(board.glance()->first == 2);
}

TEST_CASE("what was looked at stays whole while more is posted") {
    Board<Pair> board;
    board.post(pair_of(0));
    std::atomic<bool> over = false;
    std::atomic<int> torn = 0;
    std::thread reader([&] {
        while (!over) {
            const auto seen = board.look();
            torn += seen->first != seen->second ? 1 : 0;
        }
    });
    int posted = 0;
    // A reader that waits for its core in the middle of a look holds up all posts meanwhile.
    for (int number = 1; number <= 20000 || posted == 0; ++number)
        posted += board.post(pair_of(number)) ? 1 : 0;
    over = true;
    reader.join();
    CHECK(torn == 0);
    CHECK(posted > 0);
}
