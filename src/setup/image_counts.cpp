// SPDX-License-Identifier: BSD-3-Clause
#include "setup/image_counts.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "core/contract.hpp"
#include "core/error.hpp"

namespace mdsim {

namespace {

/// Half of what the signed 32 bits of a count hold; the other half is for what comes in a run.
constexpr double most = 1 << 30;

[[noreturn]] void refuse(bool from_file, ParticleId label, int direction, double boxes) {
    const std::string found =
        fmt::format("{:.10g} boxes away along {}", std::abs(boxes), "abc"[direction]);
    if (!from_file)
        throw InputError("system", fmt::format("an atom would be {}; up to {:.0f} can be counted: "
                                               "make displacement smaller, or the box larger",
                                               found, most));
    throw InputError(
        "system.file",
        fmt::format("atom {} is {}, by its position and its image count together; up to {:.0f} can "
                    "be counted: wrap its position into the box, or make its image count smaller",
                    label, found, most));
}

} // namespace

void check_image_counts(bool from_file, const Structure& structure) {
    MDSIM_EXPECT(structure.position.size() == structure.id.size());
    MDSIM_EXPECT(structure.image.empty() || structure.image.size() == structure.id.size());
    for (std::size_t i = 0; i < structure.id.size(); ++i) {
        const Vec3<double> s = structure.box.to_fraction(structure.position[i]);
        for (int d = 0; d < 3; ++d) {
            if (!structure.box.periodic[static_cast<std::size_t>(d)]) continue;
            const double counted = structure.image.empty() ? 0 : structure.image[i][d];
            const double boxes = std::floor(s[d]) + counted;
            if (!(std::abs(boxes) <= most) || !(std::abs(s[d]) <= most))
                refuse(from_file, structure.labels.of(structure.id[i]), d, boxes);
        }
    }
}

} // namespace mdsim
