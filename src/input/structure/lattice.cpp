// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/lattice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "input/structure/lattice_check.hpp"
#include "input/structure/lattice_plan.hpp"
#include "input/structure/uniform_vector.hpp"

namespace mdsim {

namespace {

/// What both counting and placing need to know about a lattice.
struct Sites {
    LatticePlan plan;
    std::int64_t in_cell = plan.cell.sites();
    std::int64_t cells = plan.cells[0] * plan.cells[1] * plan.cells[2];
    std::int64_t count = in_cell * cells;

    std::size_t of_cell(std::int64_t n) const { return static_cast<std::size_t>(n % in_cell); }

    std::size_t sublattice(std::int64_t n) const { return plan.cell.sublattices[of_cell(n)]; }

    /// The number of a site among those of its sublattice, where regions leave none out.
    std::int64_t in_sublattice(std::int64_t n) const {
        return n / in_cell * plan.cell.sizes[sublattice(n)] + plan.cell.numbers[of_cell(n)];
    }

    Vec3<double> position(std::int64_t n) const {
        MDSIM_EXPECT(0 <= n && n < count);
        const std::int64_t i = n / in_cell;
        const auto [nx, ny, nz] = plan.cells;
        const std::int64_t row = i / nx;
        const std::int64_t layer = row / ny;
        const Vec3<double> corner{static_cast<double>(i % nx), static_cast<double>(row % ny),
                                  static_cast<double>(layer)};
        const Vec3<double> place = corner + plan.cell.cell.sites[of_cell(n)];
        return plan.corner +
               Vec3<double>{place.x * plan.edge.x, place.y * plan.edge.y, place.z * plan.edge.z};
    }

    /// Whether a site is within the bounds, so that no image of it is another site, and in the
    /// part of the box that is to be filled.
    bool kept(std::int64_t n) const {
        const Vec3<double> fraction = plan.box.to_fraction(position(n));
        for (int d = 0; d < 3; ++d)
            if (fraction[d] < plan.low[d] || fraction[d] > plan.high[d]) return false;
        return plan.part.contains(fraction);
    }
};

void check_few_sites(const Sites& sites) {
    constexpr std::int64_t most = std::int64_t{1} << 32;
    if (!sites.plan.part.whole() && sites.count > most)
        throw InputError("system.lattice",
                         fmt::format("{} sites would have to be looked at to find those of the "
                                     "regions; allowed: up to 2^32. Leave `cells` out, or make the "
                                     "region smaller",
                                     sites.count));
}

/// The sites of each sublattice that regions leave.
std::vector<std::int64_t> sublattice_sites(const Sites& sites) {
    std::vector<std::int64_t> counts = sites.plan.cell.sizes;
    if (!sites.plan.cut) {
        for (std::int64_t& count : counts) count *= sites.cells;
        return counts;
    }
    check_few_sites(sites);
    std::fill(counts.begin(), counts.end(), 0);
    for (std::int64_t n = 0; n < sites.count; ++n) counts[sites.sublattice(n)] += sites.kept(n);
    return counts;
}

std::int64_t vacancies_of(const LatticeSpec& spec, std::int64_t sites) {
    if (sites == 0)
        throw InputError("system.lattice", "no site of the lattice is left by its regions; make "
                                           "`inside` larger, or `outside` smaller");
    const auto part = std::llround(spec.vacancy_fraction * static_cast<double>(sites));
    const std::int64_t vacancies = spec.vacancy_fraction > 0 ? part : spec.vacancies;
    if (vacancies >= sites)
        throw InputError(spec.vacancy_fraction > 0 ? "system.lattice.vacancy_fraction"
                                                   : "system.lattice.vacancies",
                         fmt::format("found {} vacancies, but the lattice has {} sites; at least "
                                     "one atom must be left",
                                     vacancies, sites));
    return vacancies;
}

source::Occupation occupation(const LatticeSpec& spec, const Sites& sites) {
    const std::vector<std::int64_t> counts = sublattice_sites(sites);
    std::vector<source::Sublattice> sublattices;
    std::int64_t total = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const std::size_t held = sites.plan.cell.holds[i];
        const std::size_t species = spec.species.size();
        source::Mixture mixture{{static_cast<TypeId>(held), 1}};
        if (held >= species) mixture = spec.mixtures[held - species];
        sublattices.push_back({std::move(mixture), counts[i]});
        total += counts[i];
    }
    return {sublattices, vacancies_of(spec, total), spec.seed};
}

/// Calls `put(id, site, species)` for the particles of a block where regions leave all sites.
///
/// A particle has the number of its site. That of an empty site goes to the site as far behind the
/// last particle as it is the n-th empty one; should this be empty too, its own number leads on. So
/// all sites behind the last particle are used up, without a list of those that are empty.
template <class Put>
void put_all(const Sites& sites, const source::Occupation& held, IdBlock block, Put put) {
    for (ParticleId id = block.first; id < block.last; ++id) {
        std::int64_t n = id;
        const auto holding = [&] { return held.at(sites.sublattice(n), sites.in_sublattice(n)); };
        source::Holding found = holding();
        while (found.empty) {
            n = held.atoms() + found.vacancy;
            found = holding();
        }
        put(id, n, found.type);
    }
}

/// The same where regions leave some sites only, which are gone through from the first one.
template <class Put>
void put_kept(const Sites& sites, const source::Occupation& held, IdBlock block, Put put) {
    std::vector<std::int64_t> numbers(sites.plan.cell.sizes.size(), 0);
    ParticleId id = 0;
    for (std::int64_t n = 0; n < sites.count && id < block.last; ++n) {
        if (!sites.kept(n)) continue;
        const std::size_t sublattice = sites.sublattice(n);
        const source::Holding found = held.at(sublattice, numbers[sublattice]++);
        if (found.empty) continue;
        if (id >= block.first) put(id, n, found.type);
        ++id;
    }
}

} // namespace

LatticeCounts lattice_counts(const LatticeSpec& spec) {
    const source::Occupation held = occupation(spec, Sites{plan_lattice(spec)});
    return {held.atoms(), held.vacancies(), held.counts(spec.species.size())};
}

std::int64_t lattice_count(const LatticeSpec& spec) { return lattice_counts(spec).atoms; }

Structure make_lattice(const LatticeSpec& spec, IdBlock block) {
    std::vector<Diagnostic> errors = lattice_faults(spec);
    if (!errors.empty()) throw InputError(std::move(errors));

    const Sites sites{plan_lattice(spec)};
    const source::Occupation held = occupation(spec, sites);
    Structure result;
    result.box = sites.plan.box;
    result.species = spec.species;
    result.total = held.atoms();
    const auto put = [&](ParticleId id, std::int64_t n, TypeId type) {
        Vec3<double> position = sites.position(n);
        if (spec.perturbation > 0) {
            const Vec3<double> u = source::uniform_vector(spec.seed, id, 0);
            position = position + spec.perturbation * (2.0 * u - Vec3<double>{1, 1, 1});
        }
        result.id.push_back(id);
        result.type.push_back(type);
        result.position.push_back(position);
    };
    const IdBlock ids{std::max<std::int64_t>(block.first, 0), std::min(block.last, result.total)};
    if (sites.plan.cut)
        put_kept(sites, held, ids, put);
    else
        put_all(sites, held, ids, put);
    MDSIM_ENSURE(static_cast<std::int64_t>(result.id.size()) ==
                 std::max<std::int64_t>(ids.size(), 0));
    return result;
}

} // namespace mdsim
