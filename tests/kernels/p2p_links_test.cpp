// SPDX-License-Identifier: BSD-3-Clause
// Which ranks reach each other, and memory that they share.
#include "core/error.hpp"
#include "kernels/p2p/on_all_ranks.hpp"
#include "kernels/p2p/peer_array.hpp"
#include "kernels/p2p_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

TEST_CASE("what fails on one rank is thrown on all of them") {
    const Communicator world = Communicator::world();
    const Rank failing = world.size() - 1;
    std::string text;
    try {
        on_all_ranks(world, [&] {
            if (world.rank() == failing) throw EnvironmentError("no room");
        });
    } catch (const EnvironmentError& error) {
        text = error.what();
    }
    CHECK(text.find("no room") != std::string::npos);
    if (world.size() > 1) CHECK(text == "rank " + std::to_string(failing) + ": no room");
    CHECK_NOTHROW(on_all_ranks(world, [] {}));
    CHECK(gather_on_all(world, 10 * world.rank()).back() == 10 * failing);
}

TEST_CASE("all ranks know the place and the links of all") {
    const Communicator world = Communicator::world();
    const auto device = own_gpu(world);
    if (!device) return;
    const PeerLinks links(world);
    REQUIRE(links.size() == world.size());
    CHECK(links.place(links.rank()).device == *device);
    CHECK(links.place(links.rank()).text().find("GPU ") == 0);
    int direct = 0;
    for (Rank a = 0; a < links.size(); ++a) {
        CHECK(links.direct(a, a));
        CHECK(links.on_one_device(a, a));
        for (Rank b = 0; b < links.size(); ++b) {
            CHECK(links.direct(a, b) == links.why_not(a, b).empty());
            direct += links.direct(a, b) ? 1 : 0;
        }
    }
    CHECK(world.min_of<std::int32_t>(direct) == world.max_of<std::int32_t>(direct));
    CHECK(links.all_direct() == (direct == links.size() * links.size()));
    if (links.all_direct())
        CHECK_NOTHROW(links.require_all());
    else
        CHECK_THROWS_AS(links.require_all(), EnvironmentError);
}

TEST_CASE("ranks map each other's arrays, which grow together") {
    const Communicator world = Communicator::world();
    if (!own_gpu(world)) return;
    const PeerLinks links(world);
    const auto own_size = [](Rank rank) { return std::size_t{100} + static_cast<unsigned>(rank); };
    PeerArray<double> array(links, own_size(links.rank()));
    const auto is_right = [&](std::size_t more) {
        bool right = array.of(links.rank()) == array.data() && array.data() != nullptr;
        for (Rank r = 0; r < links.size(); ++r) {
            const bool mapped = array.of(r) != nullptr;
            right = right && mapped == links.direct(links.rank(), r) &&
                    array.size_of(r) == own_size(r) + more;
        }
        return right;
    };
    CHECK(is_right(0));
    double* const* const table = array.table();
    double* const before = array.data();
    array.grow(own_size(links.rank()) + 5); // there is capacity
    CHECK(is_right(5));
    CHECK(array.data() == before);
    const std::size_t more = std::size_t{1} << 20;
    array.grow(own_size(links.rank()) + more);
    CHECK(is_right(more));
    CHECK(array.table() == table);
    const bool last = links.rank() == links.size() - 1;
    array.grow(last ? 4 * more : 10); // on one rank only
    CHECK(array.size_of(links.size() - 1) == 4 * more);
    CHECK(array.of(links.rank()) == array.data());
}

TEST_CASE("memory that one rank cannot have is refused on all, and less is still given") {
    const Communicator world = Communicator::world();
    if (!own_gpu(world)) return;
    const PeerLinks links(world);
    PeerArray<char> array(links, 1);
    const bool last = links.rank() == links.size() - 1;
    CHECK_THROWS_AS(array.grow(last ? std::size_t{1} << 46 : 1), EnvironmentError);
    CHECK_NOTHROW(array.grow(1000));
    CHECK(array.data() != nullptr);
    CHECK(array.size_of(0) == 1000);
}
