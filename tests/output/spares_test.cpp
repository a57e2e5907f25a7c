// SPDX-License-Identifier: BSD-3-Clause
#include "output/spares.hpp"

#include <thread>

#include "support/catch.hpp"

using mdsim::Spares;

TEST_CASE("what was lent is lent again once its last user let go of it", "[spares]") {
    Spares<int> spares;
    std::shared_ptr<int> first = spares.lend();
    std::shared_ptr<int> second = spares.lend();
    *first = 1;
    *second = 2;
    CHECK(first != second);
    const int* place = first.get();
    std::thread user([held = std::move(first)]() mutable { held.reset(); });
    user.join();
    first = spares.lend();
    CHECK(first.get() == place);
    CHECK(*first == 1);
    CHECK(spares.lend() != second);
}

TEST_CASE("what was lent may outlive the shelf", "[spares]") {
    std::shared_ptr<int> held;
    {
        Spares<int> spares;
        held = spares.lend();
        *held = 7;
    }
    CHECK(*held == 7);
}
