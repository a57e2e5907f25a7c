// SPDX-License-Identifier: BSD-3-Clause
#include "setup/start_motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// What is summed over atoms: mass, momentum, and twice the kinetic energy.
using Terms = std::array<double, 5>;

Terms terms_of(const Vec3<double>& v, double mass) {
    return {mass, mass * v.x, mass * v.y, mass * v.z, mass * dot(v, v)};
}

/// The sums over all ranks, in whole parts of the largest term, so that their order is no matter.
Terms sums_of(const Structure& structure, const std::vector<Species>& species,
              const Communicator& comm) {
    MDSIM_EXPECT(structure.velocity.empty() || structure.velocity.size() == structure.type.size());
    constexpr double parts = 1 << 30;
    const auto for_each_atom = [&](const auto& use) {
        for (std::size_t i = 0; i < structure.velocity.size(); ++i)
            use(terms_of(structure.velocity[i], species[structure.type[i]].mass));
    };
    Terms largest{};
    for_each_atom([&](const Terms& t) {
        for (std::size_t k = 0; k < t.size(); ++k)
            largest[k] = std::max(largest[k], std::abs(t[k]));
    });
    comm.max(std::span<double>(largest));
    std::array<std::int64_t, 5> whole{};
    for_each_atom([&](const Terms& t) {
        for (std::size_t k = 0; k < t.size(); ++k)
            if (largest[k] > 0) whole[k] += std::llround(t[k] / largest[k] * parts);
    });
    comm.sum(std::span<std::int64_t>(whole));
    Terms sums{};
    for (std::size_t k = 0; k < sums.size(); ++k)
        sums[k] = static_cast<double>(whole[k]) / parts * largest[k];
    return sums;
}

} // namespace

StartMotion motion_of(const Structure& structure, const std::vector<Species>& species,
                      const Communicator& comm) {
    const auto [mass, px, py, pz, twice_kinetic] = sums_of(structure, species, comm);
    if (!(mass > 0) || structure.total < 2) return {};
    const Vec3<double> momentum{px, py, pz};
    const double of_drift = dot(momentum, momentum) / mass;
    const double freedom = 3.0 * static_cast<double>(structure.total - 1);
    return {std::max(twice_kinetic - of_drift, 0.0) / freedom,
            std::sqrt(dot(momentum, momentum)) / mass};
}

} // namespace mdsim
