// SPDX-License-Identifier: BSD-3-Clause
#include "support/catch.hpp"

#include <array>
#include <chrono>
#include <limits>
#include <numeric>
#include <thread>
#include <time.h>

#include "core/communicator.hpp"
#include "core/error.hpp"

using namespace mdsim;

namespace {

std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

double cpu_seconds() {
    timespec used{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

} // namespace

TEST_CASE("MPI that runs already is left running") {
    {
        const MpiSession session;
        CHECK_FALSE(session.thread_level_name().empty());
    }
    int over = 1;
    MPI_Finalized(&over);
    CHECK(over == 0);
}

TEST_CASE("ranks, sizes and groups") {
    const Communicator world = Communicator::world();
    REQUIRE(world.size() == 4);
    CHECK(world.is_root() == (world.rank() == 0));
    CHECK(Communicator::self().size() == 1);
    const Communicator copy = world.duplicate();
    CHECK(copy.rank() == world.rank());
    CHECK(copy.native() != world.native());
    const Communicator pair = world.split(world.rank() % 2);
    CHECK(pair.size() == 2);
    CHECK(pair.rank() == world.rank() / 2);
    const NodePlace node = world.node();
    CHECK(node.size >= 1);
    CHECK(node.rank < node.size);
    CHECK(world.on_node().size() == node.size);
    CHECK(world.on_node().rank() == node.rank);
    Communicator moved = world.duplicate();
    moved = world.split(0);
    CHECK(moved.size() == 4);
}

TEST_CASE("reductions over all ranks, whole and in pieces") {
    Communicator world = Communicator::world();
    const bool in_pieces = GENERATE(false, true);
    if (in_pieces) world.limit_pieces(24);
    const std::int64_t r = world.rank();
    std::vector<std::int64_t> values{r, -r, std::int64_t{1} << 60, 5 * r, 7};
    world.sum(std::span<std::int64_t>(values));
    CHECK(values == std::vector<std::int64_t>{6, -6, std::int64_t{1} << 62, 30, 28});
    CHECK(world.max_of(1.5f * static_cast<float>(r)) == 4.5f);
    CHECK(world.min_of(-2.5 * static_cast<double>(r)) == -7.5);
    CHECK(world.max_of(static_cast<std::int32_t>(r)) == 3);
    std::array<std::uint64_t, 1> bits{std::uint64_t{1} << (16 * r)};
    world.bitwise_or(std::span<std::uint64_t>(bits));
    CHECK(bits[0] == 0x0001000100010001u);
}

TEST_CASE("128-bit sums carry between words and keep their sign") {
    const Communicator world = Communicator::world();
    constexpr std::uint64_t all_ones = ~std::uint64_t{0};
    // Four times 2^64 - 1; minus one, four times; 2^126 + 2^126 - 2^126 - 2^126.
    const bool up = world.rank() < 2;
    std::vector<std::uint64_t> words{
        all_ones, 0, all_ones, all_ones, 0, up ? std::uint64_t{1} << 62 : ~std::uint64_t{0} << 62};
    world.sum_wide(words);
    CHECK(words == std::vector<std::uint64_t>{all_ones - 3, 3, all_ones - 3, all_ones, 0, 0});
}

TEST_CASE("broadcast and gather bytes of unequal length") {
    const Communicator world = Communicator::world();
    const std::string mine(static_cast<std::size_t>(3 * world.rank()),
                           static_cast<char>('a' + world.rank()));
    CHECK(world.broadcast(mine, 2) == "cccccc");
    CHECK(world.broadcast(mine, 0).empty());
    const auto all = world.gather(bytes_of(mine), 1);
    REQUIRE(all.size() == (world.rank() == 1 ? 4u : 0u));
    for (std::size_t from = 0; from < all.size(); ++from) {
        CHECK(all[from].size() == 3 * from);
        for (const std::byte b : all[from]) CHECK(b == static_cast<std::byte>('a' + from));
    }
    double value = world.is_root() ? 1.25 : 0;
    world.broadcast(std::as_writable_bytes(std::span(&value, 1)));
    CHECK(value == 1.25);
}

TEST_CASE("all to all turns rows into columns") {
    const Communicator world = Communicator::world();
    std::vector<std::int64_t> row;
    for (int to = 0; to < world.size(); ++to) row.push_back(10 * world.rank() + to);
    const std::vector<std::int64_t> column = world.all_to_all(row);
    for (int from = 0; from < world.size(); ++from)
        CHECK(column[static_cast<std::size_t>(from)] == 10 * from + world.rank());
}

TEST_CASE("messages between some peers arrive whole, also in pieces and also empty") {
    Communicator world = Communicator::world();
    const bool in_pieces = GENERATE(false, true);
    if (in_pieces) world.limit_pieces(7);
    // Around a ring, to the right; rank 2 sends nothing, rank 3 knows that.
    const int right = (world.rank() + 1) % 4;
    const int left = (world.rank() + 3) % 4;
    auto length = [](int rank) { return rank == 2 ? 0u : 50u + static_cast<unsigned>(rank); };
    std::vector<std::byte> out(length(world.rank()));
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<std::byte>(i * 3 + static_cast<std::size_t>(world.rank()));
    std::vector<std::byte> in(length(left));
    const Outgoing send{right, out};
    const Incoming receive{left, in};
    SECTION("at once") { world.exchange({&send, 1}, {&receive, 1}); }
    SECTION("begun, polled and completed") {
        Requests requests;
        world.start({&send, 1}, {&receive, 1}, requests, 5);
        while (!requests.poll()) {
        }
        CHECK(requests.empty());
        requests.wait();
    }
    for (std::size_t i = 0; i < in.size(); ++i)
        CHECK(in[i] == static_cast<std::byte>(i * 3 + static_cast<std::size_t>(left)));
}

TEST_CASE("a failed call tells which one and why") {
    const Communicator world = Communicator::world();
    std::vector<std::byte> bytes(4);
    const Outgoing nowhere{99, bytes};
    try {
        world.exchange({&nowhere, 1}, {});
        FAIL("no error");
    } catch (const EnvironmentError& error) {
        CHECK(std::string(error.what()).find("MPI_Isend") != std::string::npos);
        CHECK(std::string(error.what()).find("rank") != std::string::npos);
    }
}

TEST_CASE("transfers given up do not keep a rank waiting") {
    const Communicator world = Communicator::world().duplicate();
    std::vector<std::byte> bytes(4);
    const Incoming never{(world.rank() + 1) % 4, bytes};
    {
        Requests requests;
        world.start({}, {&never, 1}, requests);
        CHECK_FALSE(requests.empty());
    }
    world.barrier();
}

TEST_CASE("a message that does not fit is told at once, though another is still awaited") {
    const Communicator world = Communicator::world().duplicate();
    const int right = (world.rank() + 1) % 4;
    const int left = (world.rank() + 3) % 4;
    std::vector<std::byte> out(8), in(4), never(4);
    const Outgoing send{right, out};
    const std::array<Incoming, 2> receive{Incoming{left, in}, Incoming{left, never}};
    const bool limited = GENERATE(false, true);
    CAPTURE(limited);
    std::string words;
    try {
        if (limited)
            world.exchange_within({&send, 1}, receive, std::chrono::seconds(100));
        else
            world.exchange({&send, 1}, receive);
    } catch (const EnvironmentError& error) {
        words = error.what();
    }
    CHECK(words.find("runcate") != std::string::npos);
    world.barrier();
}

TEST_CASE("a rank that waits leaves its core to others") {
    const Communicator world = Communicator::world();
    world.barrier();
    if (world.is_root()) std::this_thread::sleep_for(std::chrono::seconds(1));
    const double started = cpu_seconds();
    world.barrier();
    CHECK(cpu_seconds() - started < 0.5);
}
