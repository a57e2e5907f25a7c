// SPDX-License-Identifier: BSD-3-Clause
#include "validate/validate_direct_sum.hpp"

#include <cmath>

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// Vectors to all images of the box that a range may reach from one that is at most an edge away.
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

/// A position moved by whole edges into the box, where it repeats.
Vec3<double> wrapped(const Box& box, const Vec3<double>& position) {
    Vec3<double> s = box.to_fraction(position);
    for (int d = 0; d < 3; ++d)
        s[d] -= box.periodic[static_cast<std::size_t>(d)] ? std::floor(s[d]) : 0.0;
    return box.to_position(s);
}

} // namespace

DirectSum direct_sum(const Box& box, const std::vector<Vec3<double>>& position,
                     const ForceField& field) {
    MDSIM_REQUIRE(field.types() == 1);
    std::vector<Vec3<double>> at;
    at.reserve(position.size());
    for (const Vec3<double>& x : position) at.push_back(wrapped(box, x));
    const std::vector<Vec3<double>> images = image_vectors(box, field.largest_cutoff());
    DirectSum sum;
    sum.force.resize(at.size());
    for (std::size_t i = 0; i < at.size(); ++i) {
        for (std::size_t j = 0; j < at.size(); ++j) {
            for (const Vec3<double>& image : images) {
                const Vec3<double> r = at[i] - at[j] - image;
                const double r2 = dot(r, r);
                if (r2 == 0) continue;
                const PairTerm<double> term = field.evaluate(0, 0, r2);
                const Vec3<double> f = term.force_over_r * r;
                sum.force[i] = sum.force[i] + f;
                sum.energy += 0.5 * term.energy;
                const double w[6] = {r.x * f.x, r.y * f.y, r.z * f.z,
                                     r.x * f.y, r.x * f.z, r.y * f.z};
                for (std::size_t a = 0; a < 6; ++a) sum.virial[a] += 0.5 * w[a];
            }
        }
    }
    return sum;
}

} // namespace mdsim
