// SPDX-License-Identifier: BSD-3-Clause
#include "config/typical_sizes.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// What draws two atoms together, from their cutoff inwards to where they repel.
struct Well {
    double force = 0; ///< the largest
    double depth = 0; ///< [energy]
};

Well well_of(const ForceField& field, TypeId a, TypeId b) {
    constexpr int points = 1000;
    const double cutoff = field.cutoff(a, b);
    Well well;
    for (int i = points - 1; cutoff > 0 && i > 0; --i) {
        const double r = cutoff * i / points;
        const PairTerm<double> term = field.estimate(a, b, r * r);
        if (term.force_over_r > 0) break;
        well.force = std::max(well.force, -term.force_over_r * r);
        well.depth = std::max(well.depth, -term.energy);
    }
    return well;
}

/// The root mean square of a component of the velocities, on the rank where it is largest.
double mean_speed(const Structure& structure, const Communicator& comm) {
    double sum = 0;
    for (const Vec3<double>& v : structure.velocity) sum += dot(v, v);
    const auto count = static_cast<double>(3 * structure.velocity.size());
    return comm.max_of(count > 0 ? std::sqrt(sum / count) : 0);
}

} // namespace

double shortest_cutoff(const ForceField& field) {
    double shortest = 0;
    for (TypeId a = 0; a < field.types(); ++a)
        for (TypeId b = a; b < field.types(); ++b) {
            const double cutoff = field.cutoff(a, b);
            if (cutoff > 0 && (shortest == 0 || cutoff < shortest)) shortest = cutoff;
        }
    return shortest;
}

double highest_temperature(const MotionSections& motion) {
    double highest = motion.velocity.temperature.value_or(0);
    for (const StageSettings& stage : motion.stages) {
        const double after = stage.minimize ? stage.minimize->temperature_after.value_or(0) : 0;
        highest = std::max(
            {highest, stage.temperature.value_or(0), stage.temperature_end.value_or(0), after});
    }
    return highest;
}

TypicalSizes typical_sizes(const MotionSections& motion, const std::vector<Species>& species,
                           const Structure& structure, const ForceField& field,
                           const Communicator& comm) {
    MDSIM_EXPECT(species.size() == field.types());
    TypicalSizes sizes;
    sizes.cutoff = shortest_cutoff(field);
    const double temperature = highest_temperature(motion);
    for (const Species& s : species) {
        const double speed = s.mass > 0 ? std::sqrt(temperature / s.mass) : 0;
        sizes.fastest = std::max(sizes.fastest, speed);
        sizes.slowest = sizes.slowest > 0 ? std::min(sizes.slowest, speed) : speed;
    }
    sizes.named = temperature > 0;
    if (!sizes.named) sizes.fastest = sizes.slowest = mean_speed(structure, comm);
    MDSIM_ENSURE(sizes.slowest <= sizes.fastest);
    sizes.energy = temperature;
    for (const Species& s : species)
        if (!sizes.named)
            sizes.energy = std::max(sizes.energy, s.mass * sizes.fastest * sizes.fastest);
    for (TypeId a = 0; a < field.types(); ++a)
        for (TypeId b = a; b < field.types(); ++b) {
            const Well well = well_of(field, a, b);
            sizes.attraction = std::max(sizes.attraction, well.force);
            sizes.energy = std::max(sizes.energy, well.depth);
        }
    return sizes;
}

} // namespace mdsim
