// SPDX-License-Identifier: BSD-3-Clause
#include <random>
#include <utility>

#include "core/contract.hpp"
#include "domain/partition_makers.hpp"

namespace mdsim {

namespace {

/// The engine's numbers are fixed by the standard; its distributions are not, so none is used.
class Dice {
  public:
    Dice(std::uint64_t seed, std::uint64_t number)
        : engine_(seed * 0x9e3779b97f4a7c15u + number * 0xbf58476d1ce4e5b9u + 1) {}
    /// A number in [0, sides).
    int operator()(int sides) {
        return static_cast<int>((engine_() >> 16) % static_cast<std::uint64_t>(sides));
    }

  private:
    std::mt19937_64 engine_;
};

void share(Dice& dice, const Brick& brick, std::size_t first, int ranks,
           std::vector<Brick>& bricks) {
    if (ranks == 1) {
        bricks[first] = brick;
        return;
    }
    const int low_ranks = 1 + dice(ranks - 1);
    const int d = dice(3);
    Brick low = brick;
    Brick high = brick;
    // One cut in eight may fall on a face and leave one side, with all its ranks, empty.
    const int extent = brick.extent(d);
    const bool anywhere = dice(8) == 0 || extent < 2;
    const int plane = brick.lo[d] + (anywhere ? dice(extent + 1) : 1 + dice(extent - 1));
    low.hi[d] = plane;
    high.lo[d] = plane;
    share(dice, low, first, low_ranks, bricks);
    share(dice, high, first + static_cast<std::size_t>(low_ranks), ranks - low_ranks, bricks);
}

} // namespace

std::vector<Brick> random_bricks(const CellGrid& grid, int ranks, std::uint64_t seed,
                                 std::uint64_t number) {
    MDSIM_REQUIRE(ranks >= 1);
    Dice dice(seed, number);
    std::vector<Brick> bricks(static_cast<std::size_t>(ranks));
    share(dice, {{0, 0, 0}, grid.count}, 0, ranks, bricks);
    for (int r = ranks - 1; r > 0; --r)
        std::swap(bricks[static_cast<std::size_t>(r)],
                  bricks[static_cast<std::size_t>(dice(r + 1))]);
    return bricks;
}

} // namespace mdsim
