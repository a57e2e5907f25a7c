// SPDX-License-Identifier: BSD-3-Clause
// All-reduces of ranks on their devices, and what ranks write to each other between them.
#include <chrono>
#include <thread>

#include "core/error.hpp"
#include "kernels/p2p_cases.hpp"
#include "kernels/p2p_rounds.hpp"

using namespace mdsim;
using namespace mdsim::test;
using namespace std::chrono_literals;

namespace {

/// What one rank needs for rounds of pushing and checking.
struct Rounds {
    static constexpr unsigned count = 300;

    const PeerLinks& links;
    Stream stream;
    PeerArray<PushedRecord> array;
    Buffer<RoundsState, Device> state{1};
    Buffer<AllReduced, Device> reduced{1};

    explicit Rounds(const PeerLinks& all)
        : links(all), array(all, std::size_t{2} * count * static_cast<unsigned>(all.size())) {}

    RoundsView view() {
        return {array.table(), state.data(), reduced.data(), links.rank(), links.size(), count};
    }
    void begin(unsigned long long rounds) {
        RoundsState first;
        first.rounds = rounds;
        stream.upload(&first, state.data(), 1);
        stream.wait();
    }
    RoundsState end() {
        RoundsState last;
        stream.download(state.data(), &last, 1);
        stream.wait();
        return last;
    }
    void check(const RoundsState& last, unsigned long long rounds) const {
        CHECK(last.stopped == 0);
        CHECK(last.round == rounds);
        CHECK(last.wrong == 0);
        CHECK(last.astray == 0);
        CHECK(last.checked == rounds * count * static_cast<unsigned>(links.size()));
    }
};

/// All-reduces whose results are read by the host.
struct Barriers {
    Stream stream;
    Buffer<AllReduced, Device> reduced{1};

    void queue(const AllReduce& all_reduce) {
        queue_all_reduce(stream, all_reduce.view(), reduced.data());
    }
    AllReduced answer() {
        AllReduced answer;
        stream.download(reduced.data(), &answer, 1);
        stream.wait();
        return answer;
    }
    AllReduced all_reduce_words(const AllReduce& all_reduce) {
        queue(all_reduce);
        return answer();
    }
};

std::string fault_of(const AllReduce& all_reduce, const AllReduced& answer) {
    try {
        all_reduce.check(answer);
    } catch (const EnvironmentError& error) {
        return error.what();
    }
    return {};
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

} // namespace

TEST_CASE("what ranks write to each other is there after an all-reduce, on a stream") {
    const Communicator world = Communicator::world();
    if (!own_gpu(world)) return;
    const PeerLinks links(world);
    const AllReduce all_reduce(links);
    Rounds rounds(links);
    rounds.begin(200);
    for (int k = 0; k < 200; ++k) queue_round(rounds.stream, all_reduce, rounds.view(), nullptr);
    rounds.check(rounds.end(), 200);
}

TEST_CASE("the same ten thousand times in a loop of the device, with an all-reduce in a branch") {
    const Communicator world = Communicator::world();
    if (!own_gpu(world)) return;
    const PeerLinks links(world);
    const unsigned long long passes = share_gpus(links) ? 100 : 10000;
    const AllReduce all_reduce(links);
    Rounds rounds(links);
    const LoopGraph loop(rounds.stream, [&](LoopRecorder& recorder) {
        queue_round(rounds.stream, all_reduce, rounds.view(), &recorder);
    });
    for (int repeat = 0; repeat < 2; ++repeat) {
        rounds.begin(passes);
        loop.launch(rounds.stream);
        const RoundsState last = rounds.end();
        rounds.check(last, passes);
        CHECK(last.extra == passes / extra_every);
    }
}

TEST_CASE("a rank that stays away is named, and nobody waits for it twice") {
    const Communicator world = Communicator::world();
    if (!own_gpu(world) || world.size() < 2) return;
    const PeerLinks links(world);
    const AllReduce all_reduce(links, 500ms);
    Barriers barriers;
    CHECK(barriers.all_reduce_words(all_reduce).lost == 0);
    const Rank away = world.size() - 1;
    if (world.rank() != away) {
        const AllReduced answer = barriers.all_reduce_words(all_reduce);
        CHECK(answer.lost == lost_rank(away));
        const std::string fault = fault_of(all_reduce, answer);
        CHECK(fault.find("rank " + std::to_string(away)) == 0);
        CHECK(fault.find("0.5 s") != std::string::npos);
        const auto begin = std::chrono::steady_clock::now();
        for (int k = 0; k < 20; ++k)
            CHECK(barriers.all_reduce_words(all_reduce).lost == lost_rank(away));
        CHECK(seconds_since(begin) < 5); // or half as long again for each
    }
    world.barrier();
    if (world.rank() == away) { // all have been there; then it hears what they found
        barriers.all_reduce_words(all_reduce);
        CHECK(barriers.all_reduce_words(all_reduce).lost == lost_rank(away));
    }
    world.barrier();
}

TEST_CASE("ranks know how long they waited for one that came late") {
    const Communicator world = Communicator::world();
    if (!own_gpu(world) || world.size() < 2) return;
    const PeerLinks links(world);
    const AllReduce all_reduce(links);
    Barriers barriers;
    CHECK(barriers.all_reduce_words(all_reduce).lost == 0);
    const double before = all_reduce.waited(barriers.stream);
    CHECK(before >= 0);
    CHECK(before < 30);
    world.barrier();
    const auto begin = std::chrono::steady_clock::now();
    if (world.rank() == 0) std::this_thread::sleep_for(1s);
    CHECK(barriers.all_reduce_words(all_reduce).lost == 0);
    const double passed = seconds_since(begin);
    const double waited = all_reduce.waited(barriers.stream) - before;
    CHECK(waited >= 0);
    CHECK(waited < passed);
    if (world.rank() == 0)
        CHECK(waited < passed - 0.9);
    else
        CHECK(waited > 0.5);
}
