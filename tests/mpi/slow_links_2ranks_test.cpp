// SPDX-License-Identifier: BSD-3-Clause
#include "ops/slow_links.hpp"

#include <chrono>
#include <thread>

#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("ranks know who is on another host") {
    const Communicator world = Communicator::world();
    CHECK(ranks_elsewhere(world, 1) == std::vector<bool>{false, false});
    std::vector<bool> other(2, true);
    other[static_cast<std::size_t>(world.rank())] = false;
    CHECK(ranks_elsewhere(world, 2) == other);
}

TEST_CASE("no link is measured where there is none") {
    const Communicator world = Communicator::world();
    const auto never = [](auto, auto, auto) { FAIL("sent"); };
    CHECK(measure_bandwidth(world, ranks_elsewhere(world, 1), never) == 0);
}

TEST_CASE("the bandwidth is that of the slowest rank") {
    const Communicator world = Communicator::world();
    constexpr double rate = 20e6;
    std::vector<std::size_t> sizes;
    const auto send = [&](std::optional<Rank> to, std::optional<Rank> from, std::size_t bytes) {
        CHECK(to == 1 - world.rank());
        CHECK(from == 1 - world.rank());
        sizes.push_back(bytes);
        if (world.rank() == 1)
            std::this_thread::sleep_for(
                std::chrono::duration<double>(static_cast<double>(bytes) / rate));
    };
    const double found = measure_bandwidth(world, ranks_elsewhere(world, 2), send);
    CHECK(found <= rate);
    CHECK(found > 0);
    CHECK(sizes.back() <= most_tried_bytes);
    CHECK(sizes.size() >= 2);
}
