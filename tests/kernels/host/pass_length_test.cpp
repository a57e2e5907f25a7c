// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/pass_length.hpp"

#include "support/catch.hpp"

using namespace mdsim;

namespace {

constexpr PassCosts cheap_steps{16, 1.5};
constexpr PassCosts dear_steps{16, 110};

/// What is lost in one interval, pass by pass.
double lost_in(int interval, int length, const PassCosts& costs) {
    double lost = 0;
    for (int left = interval; left > 0; left -= length) {
        lost += costs.pass;
        for (int idle = left; idle < length; ++idle) lost += costs.idle_step;
    }
    return lost;
}

/// The mean for intervals of up to two steps more or less.
double mean_lost_in(int interval, int length, const PassCosts& costs) {
    const int weight[] = {1, 2, 3, 2, 1};
    double sum = 0;
    for (int d = 0; d < 5; ++d) sum += weight[d] * lost_in(interval + d - 2, length, costs);
    return sum / 9;
}

} // namespace

TEST_CASE("a pass has the length that loses least", "[pass]") {
    for (const PassCosts& costs : {cheap_steps, PassCosts{16, 16}, dear_steps})
        for (const int interval : {3, 7, 12, 19, 40}) {
            const double found =
                mean_lost_in(interval, best_pass_length(interval, 2, costs), costs);
            for (int length = 1; length <= interval + 4; ++length)
                CHECK(found <= mean_lost_in(interval, length, costs) + 1e-9);
        }
}

TEST_CASE("where intervals are fixed a pass is one of them", "[pass]") {
    CHECK(best_pass_length(20, 0, cheap_steps) == 20);
    CHECK(best_pass_length(20, 0, dear_steps) == 20);
}

TEST_CASE("more tiles make for shorter passes", "[pass]") {
    const int few = best_pass_length(12, 2, pass_costs(250, false));
    const int many = best_pass_length(12, 2, pass_costs(80000, true));
    CHECK(few >= 12);
    CHECK(many <= 4);
}

TEST_CASE("passes are shorter where split steps end them", "[pass]") {
    PassCosts costs{16, 10};
    CHECK(best_pass_length(19, 2, costs) >= 19);
    costs.split_steps = 0.05;
    CHECK(best_pass_length(19, 2, costs) < 12);
}

TEST_CASE("a pass's length is learned, and kept where a change would not pay", "[pass]") {
    LearnedPassLength learned;
    const int first = learned.length(cheap_steps);
    learned.saw(6, 6 * 30); // too few for a change to have paid
    CHECK(learned.length(cheap_steps) == first);
    learned.saw(100, 100 * 30);
    const int changed = learned.length(cheap_steps);
    CHECK(changed > first);
    learned.saw(1, 29); // hardly another mean
    CHECK(learned.length(cheap_steps) == changed);
    for (int k = 0; k < 50; ++k) learned.saw(100, 100 * 10);
    CHECK(learned.length(cheap_steps) == best_pass_length(10, 2, cheap_steps));
}

TEST_CASE("a GPU of few multiprocessors counts as having more tiles", "[pass]") {
    for (const unsigned as_on_h200 : {132u, 114u, 108u, 148u, 170u})
        CHECK(tiles_as_on_h200(5000, as_on_h200) == 5000);
    CHECK(tiles_as_on_h200(1000, 66) == 2000);
    CHECK(tiles_as_on_h200(400'000'000, 24) == 2'200'000'000);
}
