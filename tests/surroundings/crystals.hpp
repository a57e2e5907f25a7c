// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "core/box.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// Atoms in a box, from its corner.
struct CrystalSample {
    Box box;
    std::vector<Vec3<double>> atoms;
};

/// Copies of a cell with edges along the axes and sites in parts of them.
inline CrystalSample repeated(const Vec3<double>& cell, const std::vector<Vec3<double>>& sites,
                              const Vec3<int>& cells) {
    CrystalSample sample;
    sample.box.edges.xx = cell.x * cells.x;
    sample.box.edges.yy = cell.y * cells.y;
    sample.box.edges.zz = cell.z * cells.z;
    for (int x = 0; x < cells.x; ++x)
        for (int y = 0; y < cells.y; ++y)
            for (int z = 0; z < cells.z; ++z)
                for (const Vec3<double>& s : sites)
                    sample.atoms.push_back(
                        {(x + s.x) * cell.x, (y + s.y) * cell.y, (z + s.z) * cell.z});
    return sample;
}

/// Cubes of edge 1 with an atom at each corner and on each face.
inline CrystalSample fcc(const Vec3<int>& cells) {
    return repeated({1, 1, 1}, {{0, 0, 0}, {0, 0.5, 0.5}, {0.5, 0, 0.5}, {0.5, 0.5, 0}}, cells);
}

/// Cubes of edge 1 with an atom at each corner and in the middle.
inline CrystalSample bcc(const Vec3<int>& cells) {
    return repeated({1, 1, 1}, {{0, 0, 0}, {0.5, 0.5, 0.5}}, cells);
}

/// Close-packed layers of `sides` hexagons, with neighbours at 1, stacked as in "ABC": each letter
/// is one of three places of a layer.
inline CrystalSample stacked(const std::string& layers, int sides) {
    const double row = std::numbers::sqrt3, height = std::sqrt(2.0 / 3.0);
    std::vector<Vec3<double>> sites;
    const auto count = static_cast<double>(layers.size());
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const double shift = (layers[i] - 'A') / 3.0;
        const double z = static_cast<double>(i) / count;
        sites.push_back({0, shift, z});
        sites.push_back({0.5, std::fmod(shift + 0.5, 1.0), z});
    }
    return repeated({1, row, height * count}, sites, {sides, sides, 1});
}

/// Each atom off its place by up to `most` in each direction, and back into the box.
inline CrystalSample shaken(CrystalSample sample, double most, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> off(-most, most);
    for (Vec3<double>& x : sample.atoms) {
        x = x + Vec3<double>{off(random), off(random), off(random)};
        Vec3<double> s = sample.box.to_fraction(x);
        for (int d = 0; d < 3; ++d)
            if (sample.box.periodic[static_cast<std::size_t>(d)]) s[d] -= std::floor(s[d]);
        x = sample.box.to_position(s);
    }
    return sample;
}

} // namespace mdsim
