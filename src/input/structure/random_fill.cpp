// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/random_fill.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/contract.hpp"
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

void check_box(const Box& box, std::vector<Diagnostic>& errors) {
    const LowerTriangular<double>& h = box.edges;
    const auto good = [](double x) { return std::isfinite(x) && x > 0; };
    const bool tilts = std::isfinite(h.xy) && std::isfinite(h.xz) && std::isfinite(h.yz);
    if (!good(h.xx) || !good(h.yy) || !good(h.zz) || !tilts)
        errors.push_back({"system.random",
                          "the box spans no volume; its edges must be finite, and the "
                          "diagonal of the edge matrix above zero"});
}

void check_counts(const RandomSpec& spec, std::vector<Diagnostic>& errors) {
    constexpr std::int64_t most = std::int64_t{1} << 44;
    if (spec.species.empty() || spec.counts.size() != spec.species.size())
        errors.push_back(
            {"system.random", fmt::format("found {} counts for {} species; give one count for "
                                          "each species, and at least one species",
                                          spec.counts.size(), spec.species.size())});
    bool in_range = true;
    for (const std::int64_t count : spec.counts) in_range = in_range && count >= 0 && count <= most;
    if (!in_range || (!spec.counts.empty() && random_count(spec) < 1))
        errors.push_back({"system.random",
                          "counts must not be negative nor above 2^44, and their sum must "
                          "be at least 1"});
}

/// Reports at once where spheres would fill more of the box than insertion reaches. What regions
/// and open sides leave is not judged beforehand: near a surface there is space for more.
void check_filling(const RandomSpec& spec, std::vector<Diagnostic>& errors) {
    const double d = spec.min_distance;
    const auto& periodic = spec.box.periodic;
    const bool closed = std::all_of(periodic.begin(), periodic.end(), [](bool p) { return p; });
    const double filled =
        static_cast<double>(random_count(spec)) * pi / 6 * d * d * d / spec.box.volume();
    if (closed && filled > densest)
        errors.push_back(
            {"system.random.min_distance",
             fmt::format("{} spheres with the minimum distance {} as diameter fill {:.3f} of the "
                         "box; random places reach {}. Lower the distance (0.75 to 0.85 sigma is "
                         "enough for a liquid) or the density, or perturb a lattice",
                         random_count(spec), d, filled, densest)});
}

/// Reports at once where the minimum distance cannot be kept.
void check_distance(const RandomSpec& spec, std::vector<Diagnostic>& errors) {
    const double d = spec.min_distance;
    if (!std::isfinite(d) || d < 0) {
        errors.push_back(
            {"system.random.min_distance", fmt::format("found minimum distance {}; it must not be "
                                                       "negative",
                                                       d)});
        return;
    }
    const Vec3<double> heights = spec.box.heights();
    for (int k = 0; k < 3; ++k)
        if (spec.box.periodic[static_cast<std::size_t>(k)] && heights[k] < d)
            errors.push_back({"system.random.min_distance",
                              fmt::format("the minimum distance {} is above the height {} "
                                          "of the box along {}: a particle would meet its "
                                          "own image",
                                          d, heights[k], "abc"[k])});
    check_filling(spec, errors);
}

BoxPart part_of(const RandomSpec& spec) {
    BoxPart part;
    for (const RegionShape& shape : spec.inside) part.inside.emplace_back(shape, spec.box);
    for (const RegionShape& shape : spec.outside) part.outside.emplace_back(shape, spec.box);
    return part;
}

/// The image with fractions in [0, 1) in the directions that repeat.
Vec3<double> wrapped(Vec3<double> f, const Box& box) {
    for (int d = 0; d < 3; ++d) {
        if (!box.periodic[static_cast<std::size_t>(d)]) continue;
        f[d] -= std::floor(f[d]);
        if (f[d] >= 1) f[d] = 0;
    }
    return f;
}

/// The places tried for a particle: pure functions of seed and id.
class Places {
  public:
    explicit Places(const RandomSpec& spec)
        : spec_(spec), part_(part_of(spec)), bounds_(part_.bounds()) {}

    /// The first place in the part of the box, from an attempt on, which it counts further.
    Vec3<double> next(ParticleId id, std::int64_t& attempt) const {
        MDSIM_EXPECT(0 <= attempt && attempt < most_attempts);
        Vec3<double> fraction = place(id, attempt);
        while (!part_.whole() && !part_.contains(fraction)) {
            count_up(id, attempt);
            fraction = place(id, attempt);
        }
        return fraction;
    }

    /// Goes to the next attempt; throws after the last.
    void count_up(ParticleId id, std::int64_t& attempt) const {
        if (++attempt < most_attempts) return;
        const double volume = part_.volume_fraction() * spec_.box.volume();
        const bool alone = id == 0 && spec_.occupied.empty();
        if (volume == 0 || spec_.min_distance == 0 || alone)
            throw InputError("system.random", "its regions leave no place in the box; make "
                                              "`inside` larger, or `outside` smaller");
        const std::string where =
            part_.whole() ? "" : fmt::format(" in regions of volume {:.6g}", volume);
        throw InputError("system.random.min_distance",
                         fmt::format("only {} of {} particles found a place with the "
                                     "minimum distance {}{}; lower the distance or "
                                     "the density, or perturb a lattice. For liquids, 0.75 to "
                                     "0.85 sigma is enough",
                                     id, random_count(spec_), spec_.min_distance, where));
    }

  private:
    Vec3<double> place(ParticleId id, std::int64_t attempt) const {
        Vec3<double> f = source::uniform_vector(spec_.seed, spec_.first_id + id, attempt);
        if (part_.inside.empty()) return f;
        for (int d = 0; d < 3; ++d) f[d] = bounds_.low[d] + bounds_.width[d] * f[d];
        return wrapped(f, spec_.box);
    }

    const RandomSpec& spec_;
    BoxPart part_;
    FractionBounds bounds_;
};

/// Fractions of all particles, by sequential insertion.
std::vector<Vec3<double>> inserted(const RandomSpec& spec, const Places& places) {
    const std::int64_t count = random_count(spec);
    source::InsertionGrid grid(spec.box, spec.min_distance,
                               count + static_cast<std::int64_t>(spec.occupied.size()));
    for (const Vec3<double>& position : spec.occupied)
        grid.add(wrapped(spec.box.to_fraction(position), spec.box));
    std::vector<Vec3<double>> fractions;
    for (ParticleId id = 0; id < count; ++id) {
        std::int64_t attempt = 0;
        Vec3<double> fraction = places.next(id, attempt);
        while (!grid.is_free(fraction)) {
            places.count_up(id, attempt);
            fraction = places.next(id, attempt);
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
    MDSIM_EXPECT(spec.first_id >= 0);
    std::vector<Diagnostic> errors;
    check_box(spec.box, errors);
    check_counts(spec, errors);
    if (errors.empty()) check_distance(spec, errors);
    if (!errors.empty()) throw InputError(std::move(errors));

    Structure result;
    result.box = spec.box;
    result.species = spec.species;
    result.total = random_count(spec);
    const std::int64_t last = std::min(block.last, result.total);
    const Places places(spec);
    std::vector<Vec3<double>> fractions;
    if (spec.min_distance > 0) fractions = inserted(spec, places);
    MDSIM_ENSURE(fractions.empty() || static_cast<std::int64_t>(fractions.size()) == result.total);
    TypeId type = 0;
    std::int64_t end_of_type = spec.counts[0];
    for (ParticleId id = std::max<std::int64_t>(block.first, 0); id < last; ++id) {
        while (id >= end_of_type) end_of_type += spec.counts[++type];
        std::int64_t attempt = 0;
        const Vec3<double> fraction =
            fractions.empty() ? places.next(id, attempt) : fractions[static_cast<std::size_t>(id)];
        result.id.push_back(spec.first_id + id);
        result.type.push_back(type);
        result.position.push_back(spec.box.to_position(fraction));
    }
    MDSIM_ENSURE(static_cast<std::int64_t>(result.id.size()) ==
                 std::max<std::int64_t>(last - std::max<std::int64_t>(block.first, 0), 0));
    return result;
}

} // namespace mdsim
