// SPDX-License-Identifier: BSD-3-Clause
#include "core/parallel.hpp"

#include <initializer_list>
#include <stdexcept>
#include <vector>

#include "core/thread_limit.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

template <Share share> void check_every_piece_once(std::size_t count) {
    std::vector<int> taken(count, 0);
    std::atomic<std::size_t> largest_thread{0};
    parallel_for<share>(count, [&](std::size_t i, std::size_t thread) {
        ++taken[i];
        for (std::size_t seen = largest_thread;
             thread > seen && !largest_thread.compare_exchange_weak(seen, thread);) {
        }
    });
    CHECK(taken == std::vector<int>(count, 1));
    CHECK(largest_thread < most_threads());
}

} // namespace

TEST_CASE("a loop over threads takes every piece once", "[parallel]") {
    const int before = omp_get_max_threads();
    for (const int threads : {1, 2, 5}) {
        omp_set_num_threads(threads);
        for (const std::size_t count : std::initializer_list<std::size_t>{0, 1, 2, 3, 17, 1000}) {
            check_every_piece_once<Share::dynamic>(count);
            check_every_piece_once<Share::fixed>(count);
        }
    }
    omp_set_num_threads(before);
}

TEST_CASE("runs of a shared loop shrink towards its end and leave nothing out", "[parallel]") {
    SharedLoop loop(1000, 2);
    std::size_t next = 0;
    std::size_t last_length = 1000;
    std::size_t first = 0;
    std::size_t end = 0;
    while (loop.take(first, end)) {
        CHECK(first == next);
        CHECK(end - first <= last_length);
        CHECK(end > first);
        last_length = end - first;
        next = end;
    }
    CHECK(next == 1000);
    CHECK(last_length == 1);
}

TEST_CASE("what one thread throws reaches the caller", "[parallel]") {
    const auto fail_at = [](std::size_t bad) {
        parallel_for(100, [bad](std::size_t i, std::size_t) {
            if (i == bad) throw std::runtime_error("piece");
        });
    };
    CHECK_THROWS_AS(fail_at(0), std::runtime_error);
    CHECK_THROWS_AS(fail_at(99), std::runtime_error);
    CHECK_NOTHROW(fail_at(100));
}

TEST_CASE("a limit holds for as long as it lives", "[parallel]") {
    const int before = omp_get_max_threads();
    omp_set_num_threads(6);
    {
        const ThreadLimit limit(3);
        CHECK(most_threads() == 3);
        check_every_piece_once<Share::dynamic>(1000);
        const ThreadLimit none(0);
        CHECK(most_threads() == 1);
        const ThreadLimit more(9);
        CHECK(most_threads() == 1);
    }
    CHECK(most_threads() == 6);
    omp_set_num_threads(before);
}
