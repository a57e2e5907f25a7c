// SPDX-License-Identifier: BSD-3-Clause
#include "surroundings/neighbor_images.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

#include "core/contract.hpp"

namespace mdsim {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// The smallest distance between opposite faces that repeat [length].
double least_height(const Box& box) {
    const Vec3<double> heights = box.heights();
    double least = infinite;
    for (int d = 0; d < 3; ++d)
        if (box.periodic[static_cast<std::size_t>(d)]) least = std::min(least, heights[d]);
    return least;
}

} // namespace

NeighborImages::NeighborImages(const Box& box) : box_(box), height_(least_height(box)) {
    for (int layer = 0; layer < kept; ++layer) layers_.push_back(made(layer));
}

double NeighborImages::least_distance(int layer) const {
    MDSIM_EXPECT(layer >= 0);
    if (layer == 0) return 0;
    return height_ < infinite ? (layer - 1) * height_ : infinite;
}

std::vector<Vec3<double>> NeighborImages::made(int layer) const {
    std::array<int, 3> most{};
    for (std::size_t d = 0; d < 3; ++d) most[d] = box_.periodic[d] ? layer : 0;
    std::vector<Vec3<double>> images;
    for (int x = -most[0]; x <= most[0]; ++x)
        for (int y = -most[1]; y <= most[1]; ++y)
            for (int z = -most[2]; z <= most[2]; ++z)
                if (std::max({std::abs(x), std::abs(y), std::abs(z)}) == layer)
                    images.push_back(Vec3<double>{1.0 * x, 1.0 * y, 1.0 * z} * box_.edges);
    return images;
}

} // namespace mdsim
