// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/hd.hpp"
#include "core/vec3.hpp"
#include "state/brick.hpp"
#include "state/cell_grid.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Whether atoms lie within a range of a brick, at any image. Errs only towards "within": distances
/// are those across the slabs of the brick, in 2^-32 of the box.
struct BrickRange {
    std::uint32_t first[3]; ///< the lowest place in the brick
    std::uint32_t width[3]; ///< places behind it that are in the brick; all ones: any
    float weight[3];        ///< from places to parts of the range
    bool euclidean;         ///< the directions are at right angles

    BrickRange() = default;
    /// Of a box with these heights [length], whose directions are at right angles or not.
    BrickRange(const Brick& brick, const CellGrid& grid, const Vec3<double>& heights, double range,
               bool right_angles);

    MDSIM_HD bool holds(const Vec3<std::uint32_t>& place) const {
        const std::uint32_t u[3] = {place.x, place.y, place.z};
        float sum = 0;
        float most = 0;
        for (int d = 0; d < 3; ++d) {
            const std::uint32_t behind = u[d] - first[d];
            if (behind <= width[d]) continue;
            const std::uint32_t above = behind - width[d];
            const std::uint32_t below = 0u - behind;
            const float part = static_cast<float>(above < below ? above : below) * weight[d];
            sum += part * part;
            most = part > most ? part : most;
        }
        return (euclidean ? sum : most * most) <= 1.0001f;
    }

    template <class P> MDSIM_HD bool holds(const Site<P>& site) const {
        return holds({upper(site.x), upper(site.y), upper(site.z)});
    }

  private:
    MDSIM_HD static std::uint32_t upper(std::int32_t u) { return static_cast<std::uint32_t>(u); }
    MDSIM_HD static std::uint32_t upper(std::int64_t u) {
        return static_cast<std::uint32_t>(static_cast<std::uint64_t>(u) >> 32);
    }
};

} // namespace mdsim
