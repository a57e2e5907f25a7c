// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/random_fill.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "input/structure/insertion_grid.hpp"
#include "input/structure/uniform_vector.hpp"

namespace mdsim {

namespace {

constexpr double pi = 3.14159265358979323846;

/// Volume fraction of spheres beyond which insertion is not tried; it saturates at 0.384
/// (Zhang and Torquato 2013, doi:10.1103/PhysRevE.88.053312).
constexpr double densest = 0.33;

/// Places tried for one particle; near `densest` the last ones need some 10^4.
constexpr std::int64_t most_attempts = 1000000;

void check_box(const Box& box, std::vector<Fault>& faults) {
    const LowerTriangular<double>& h = box.edges;
    const auto good = [](double x) { return std::isfinite(x) && x > 0; };
    const bool tilts = std::isfinite(h.xy) && std::isfinite(h.xz) && std::isfinite(h.yz);
    if (!good(h.xx) || !good(h.yy) || !good(h.zz) || !tilts)
        faults.push_back({"system.random",
                          "the box spans no volume; its edges must be finite, and the "
                          "diagonal of the edge matrix above zero"});
}

void check_counts(const RandomSpec& spec, std::vector<Fault>& faults) {
    constexpr std::int64_t most = std::int64_t{1} << 44;
    if (spec.species.empty() || spec.counts.size() != spec.species.size())
        faults.push_back(
            {"system.random", fmt::format("found {} counts for {} species; give one count for "
                                          "each species, and at least one species",
                                          spec.counts.size(), spec.species.size())});
    bool in_range = true;
    for (const std::int64_t count : spec.counts) in_range = in_range && count >= 0 && count <= most;
    if (!in_range || (!spec.counts.empty() && random_count(spec) < 1))
        faults.push_back({"system.random",
                          "counts must not be negative nor above 2^44, and their sum must "
                          "be at least 1"});
}

/// Tells at once where the minimum distance cannot be kept.
void check_distance(const RandomSpec& spec, std::vector<Fault>& faults) {
    const double d = spec.min_distance;
    if (!std::isfinite(d) || d < 0) {
        faults.push_back(
            {"system.random.min_distance", fmt::format("found minimum distance {}; it must not be "
                                                       "negative",
                                                       d)});
        return;
    }
    const Vec3<double> heights = spec.box.heights();
    for (int k = 0; k < 3; ++k)
        if (spec.box.periodic[static_cast<std::size_t>(k)] && heights[k] < d)
            faults.push_back({"system.random.min_distance",
                              fmt::format("the minimum distance {} is above the height {} "
                                          "of the box along {}: a particle would meet its "
                                          "own image",
                                          d, heights[k], "abc"[k])});
    const auto& periodic = spec.box.periodic;
    const bool closed = std::all_of(periodic.begin(), periodic.end(), [](bool p) { return p; });
    const double filled =
        static_cast<double>(random_count(spec)) * pi / 6 * d * d * d / spec.box.volume();
    if (closed && filled > densest)
        faults.push_back(
            {"system.random.min_distance",
             fmt::format("{} spheres with the minimum distance {} as diameter fill {:.3f} of "
                         "the box; random places reach {}. Lower the distance or the "
                         "density, or perturb a lattice",
                         random_count(spec), d, filled, densest)});
}

/// Fractions of all particles, by sequential insertion.
std::vector<Vec3<double>> inserted(const RandomSpec& spec, std::int64_t needed) {
    source::InsertionGrid grid(spec.box, spec.min_distance, random_count(spec));
    std::vector<Vec3<double>> fractions;
    for (ParticleId id = 0; id < needed; ++id) {
        std::int64_t attempt = 0;
        Vec3<double> fraction = source::uniform_vector(spec.seed, id, attempt);
        while (!grid.is_free(fraction)) {
            if (++attempt == most_attempts)
                throw InputError("system.random.min_distance",
                                 fmt::format("only {} of {} particles found a place with the "
                                             "minimum distance {}; lower the distance or "
                                             "the density, or perturb a lattice",
                                             id, random_count(spec), spec.min_distance));
            fraction = source::uniform_vector(spec.seed, id, attempt);
        }
        grid.add(fraction);
        fractions.push_back(fraction);
    }
    return fractions;
}

} // namespace

std::int64_t random_count(const RandomSpec& spec) {
    return std::accumulate(spec.counts.begin(), spec.counts.end(), std::int64_t{0});
}

Structure make_random(const RandomSpec& spec, IdBlock block) {
    std::vector<Fault> faults;
    check_box(spec.box, faults);
    check_counts(spec, faults);
    if (faults.empty()) check_distance(spec, faults);
    if (!faults.empty()) throw InputError(std::move(faults));

    Structure result;
    result.box = spec.box;
    result.species = spec.species;
    result.total = random_count(spec);
    const std::int64_t last = std::min(block.last, result.total);
    std::vector<Vec3<double>> fractions;
    if (spec.min_distance > 0) fractions = inserted(spec, result.total);
    TypeId type = 0;
    std::int64_t end_of_type = spec.counts[0];
    for (ParticleId id = std::max<std::int64_t>(block.first, 0); id < last; ++id) {
        while (id >= end_of_type) end_of_type += spec.counts[++type];
        const Vec3<double> fraction = fractions.empty() ? source::uniform_vector(spec.seed, id, 0)
                                                        : fractions[static_cast<std::size_t>(id)];
        result.id.push_back(id);
        result.type.push_back(type);
        result.position.push_back(spec.box.to_position(fraction));
    }
    return result;
}

} // namespace mdsim
