// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/box.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// The images of a box in layers around it: the box itself is layer 0, its neighbours layer 1.
class NeighborImages {
  public:
    explicit NeighborImages(const Box& box);

    /// Calls use(vector) for each image of a layer, in a fixed order [length].
    template <class Use> void for_each(int layer, const Use& use) const {
        if (layer < kept)
            for (const Vec3<double>& image : layers_[static_cast<std::size_t>(layer)]) use(image);
        else
            for (const Vec3<double>& image : made(layer)) use(image);
    }

    /// What no two atoms are nearer than, one in the box and the other in an image of this layer or
    /// a later one [length]; infinite where there is none.
    double least_distance(int layer) const;

  private:
    static constexpr int kept = 3;

    std::vector<Vec3<double>> made(int layer) const;

    Box box_;
    double height_;
    std::vector<std::vector<Vec3<double>>> layers_;
};

} // namespace mdsim
