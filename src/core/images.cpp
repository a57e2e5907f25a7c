// SPDX-License-Identifier: BSD-3-Clause
#include "core/images.hpp"

#include <array>
#include <cmath>

#include "core/contract.hpp"

namespace mdsim {

std::vector<Vec3<double>> image_vectors(const Box& box, double range) {
    MDSIM_EXPECT(range > 0);
    const Vec3<double> height = box.heights();
    std::array<int, 3> most{};
    for (int d = 0; d < 3; ++d) {
        const bool repeats = box.periodic[static_cast<std::size_t>(d)];
        most[static_cast<std::size_t>(d)] = repeats ? static_cast<int>(1 + range / height[d]) : 0;
    }
    std::vector<Vec3<double>> vectors;
    for (int x = -most[0]; x <= most[0]; ++x) {
        for (int y = -most[1]; y <= most[1]; ++y) {
            for (int z = -most[2]; z <= most[2]; ++z)
                vectors.push_back(Vec3<double>{1.0 * x, 1.0 * y, 1.0 * z} * box.edges);
        }
    }
    return vectors;
}

Vec3<double> wrapped(const Box& box, const Vec3<double>& position) {
    Vec3<double> s = box.to_fraction(position);
    for (int d = 0; d < 3; ++d)
        s[d] -= box.periodic[static_cast<std::size_t>(d)] ? std::floor(s[d]) : 0.0;
    return box.to_position(s);
}

} // namespace mdsim
