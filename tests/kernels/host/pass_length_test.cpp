// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/pass_length.hpp"
#include "kernels/state/control.hpp"

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
                mean_lost_in(interval, best_pass(interval, 2, costs).length, costs);
            for (int length = 1; length <= interval + 4; ++length)
                CHECK(found <= mean_lost_in(interval, length, costs) + 1e-9);
        }
}

TEST_CASE("where intervals are fixed a pass is one of them", "[pass]") {
    CHECK(best_pass(20, 0, cheap_steps).length == 20);
    CHECK(best_pass(20, 0, dear_steps).length == 20);
}

TEST_CASE("more tiles make for shorter passes", "[pass]") {
    const int few = best_pass(12, 2, pass_costs(250, 1, false)).length;
    const int many = best_pass(12, 2, pass_costs(80000, 1, true)).length;
    CHECK(few >= 12);
    CHECK(many <= 4);
}

TEST_CASE("passes are shorter where branches end them", "[pass]") {
    PassCosts costs{16, 10};
    CHECK(best_pass(19, 2, costs).length >= 19);
    costs.samples = 0.05;
    CHECK(best_pass(19, 2, costs).length < 12);
}

TEST_CASE("bodies have phases where couplings act often", "[pass]") {
    PassCosts costs = pass_costs(125, 1, false);
    const auto shape = [&](double every) {
        costs.coupled = 1 / every;
        return best_pass(14, 2, costs);
    };
    CHECK(!shape(10).phases); // which no bodies are for
    costs.phases = true;
    for (const int every : {1, 2, 5, 10, 20}) {
        CHECK(shape(every).phases);
        CHECK(shape(every).length >= 10);
        CHECK(shape(every).length <= longest_pass);
    }
    CHECK(!shape(1000).phases);
}

TEST_CASE("samples that bodies leave make for short passes", "[pass]") {
    PassCosts costs = pass_costs(125, 1, false);
    costs.phases = true;
    costs.coupled = 0.1;
    costs.samples = costs.left_samples = 0.25;
    const PassShape left = best_pass(14, 2, costs);
    CHECK(left.phases);
    CHECK(left.length <= 3);
    costs.left_samples = 0; // bodies take them
    CHECK(best_pass(14, 2, costs).length >= 10);
}

TEST_CASE("passes are chosen anew with another thermostat", "[pass]") {
    LearnedPass learned;
    PassCosts costs = cheap_steps;
    CHECK(!learned.shape(costs, 0).phases);
    costs.coupled = 1;
    costs.phases = true;
    CHECK(learned.shape(costs, 0).phases);
    costs.coupled = 0;
    costs.phases = false;
    CHECK(!learned.shape(costs, 0).phases);
}

TEST_CASE("a pass's length is learned, and kept where a change would not pay", "[pass]") {
    LearnedPass learned;
    const int first = learned.shape(cheap_steps, 0).length;
    learned.saw(6, 6 * 30); // too few for a change to have paid
    CHECK(learned.shape(cheap_steps, 0).length == first);
    learned.saw(100, 100 * 30);
    const int changed = learned.shape(cheap_steps, 0).length;
    CHECK(changed > first);
    learned.saw(1, 29); // hardly another mean
    CHECK(learned.shape(cheap_steps, 0).length == changed);
    for (int k = 0; k < 50; ++k) learned.saw(100, 100 * 10);
    CHECK(learned.shape(cheap_steps, 0).length == best_pass(10, 2, cheap_steps).length);
}

TEST_CASE("a pass's length is changed for the steps that are known to come", "[pass]") {
    LearnedPass learned;
    const int first = learned.shape(cheap_steps, 0).length;
    learned.saw(6, 6 * 30);
    CHECK(learned.shape(cheap_steps, 60).length == first);
    CHECK(learned.shape(cheap_steps, 60'000).length > first);
}

TEST_CASE("a little gain pays in the end", "[pass]") {
    const PassCosts costs{10, 2};
    LearnedPass learned;
    const int first = learned.shape(costs, 0).length;
    const int best = best_pass(9, 2, costs).length;
    REQUIRE(best < first);
    for (int k = 0; k < 5; ++k) learned.saw(100, 100 * 9);
    CHECK(learned.shape(costs, 0).length == first);
    for (int k = 0; k < 50; ++k) learned.saw(100, 100 * 9);
    CHECK(learned.shape(costs, 0).length == best);
}

TEST_CASE("passes are shorter where a step has two walks", "[pass]") {
    const auto length = [](int walks) {
        return best_pass(9, 4, pass_costs(2000, walks, false)).length;
    };
    CHECK(length(2) < length(1));
}

TEST_CASE("a GPU of few multiprocessors counts as having more tiles", "[pass]") {
    for (const unsigned as_on_h200 : {132u, 114u, 108u, 148u, 170u})
        CHECK(tiles_as_on_h200(5000, as_on_h200) == 5000);
    CHECK(tiles_as_on_h200(1000, 66) == 2000);
    CHECK(tiles_as_on_h200(400'000'000, 24) == 2'200'000'000);
}
