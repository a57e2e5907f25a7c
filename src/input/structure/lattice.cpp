// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/lattice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "input/structure/lattice_plan.hpp"
#include "input/structure/uniform_vector.hpp"

namespace mdsim {

namespace {

void check_size(const LatticeSpec& spec, std::vector<Diagnostic>& errors) {
    const auto given = [](double x) { return std::isfinite(x) && x > 0; };
    const bool one =
        given(spec.density) != given(spec.constant) && (spec.density == 0 || spec.constant == 0);
    if (!one)
        errors.push_back({"lattice", fmt::format("found density {} and lattice constant {}; give "
                                                 "exactly one of them, above zero",
                                                 spec.density, spec.constant)});
    constexpr std::int64_t most = std::int64_t{1} << 44;
    double product = 8;
    for (const std::int64_t n : spec.cells) product *= static_cast<double>(n);
    const bool positive = *std::min_element(spec.cells.begin(), spec.cells.end()) > 0;
    if (!spec.fill_box && (!positive || product > static_cast<double>(most)))
        errors.push_back({"lattice", fmt::format("found {} x {} x {} cells; each count must be at "
                                                 "least 1, their product at most 2^41",
                                                 spec.cells[0], spec.cells[1], spec.cells[2])});
    if (!std::isfinite(spec.perturbation) || spec.perturbation < 0)
        errors.push_back({"lattice", fmt::format("found perturbation {}; it must not be negative",
                                                 spec.perturbation)});
}

void check_species(const LatticeSpec& spec, std::vector<Diagnostic>& errors) {
    const int sites = lattice_sites(spec.lattice);
    const std::size_t named = spec.basis.size();
    if (spec.species.empty())
        errors.push_back({"lattice", "no species is named; name at least one"});
    if (named != 1 && named != static_cast<std::size_t>(sites))
        errors.push_back(
            {"lattice", fmt::format("found species for {} sites; give 1 for all or {}, "
                                    "one for each site of the cell",
                                    named, sites)});
    for (const TypeId type : spec.basis)
        if (type >= spec.species.size())
            errors.push_back({"lattice", fmt::format("a site has species {}, but there are only {} "
                                                     "(counted from 0)",
                                                     type, spec.species.size())});
}

/// What both counting and placing need to know about a lattice.
struct Sites {
    const LatticeSpec& spec;
    UnitCell cell = unit_cell(spec.lattice);
    LatticePlan plan = plan_lattice(spec);
    std::int64_t in_cell = static_cast<std::int64_t>(cell.sites.size());
    std::int64_t count = in_cell * plan.cells[0] * plan.cells[1] * plan.cells[2];

    std::size_t of_cell(std::int64_t n) const { return static_cast<std::size_t>(n % in_cell); }

    Vec3<double> position(std::int64_t n) const {
        MDSIM_EXPECT(0 <= n && n < count);
        const std::int64_t i = n / in_cell;
        const auto [nx, ny, nz] = plan.cells;
        const Vec3<double> corner{static_cast<double>(i % nx), static_cast<double>(i / nx % ny),
                                  static_cast<double>(i / nx / ny)};
        const Vec3<double> place = corner + cell.sites[of_cell(n)];
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

void check_few_sites(const LatticeSpec& spec, const Sites& sites) {
    constexpr std::int64_t most = std::int64_t{1} << 32;
    if (!(spec.inside.empty() && spec.outside.empty()) && sites.count > most)
        throw InputError("system.lattice",
                         fmt::format("{} sites would have to be looked at to find those of the "
                                     "regions; allowed: up to 2^32. Leave `cells` out, or make the "
                                     "region smaller",
                                     sites.count));
}

} // namespace

int lattice_sites(Lattice lattice) { return static_cast<int>(unit_cell(lattice).sites.size()); }

std::int64_t lattice_count(const LatticeSpec& spec) {
    const Sites sites{spec};
    if (!sites.plan.cut) return sites.count;
    check_few_sites(spec, sites);
    std::int64_t count = 0;
    for (std::int64_t n = 0; n < sites.count; ++n) count += sites.kept(n);
    return count;
}

Structure make_lattice(const LatticeSpec& spec, IdBlock block) {
    std::vector<Diagnostic> errors;
    check_size(spec, errors);
    check_species(spec, errors);
    if (errors.empty()) errors = lattice_plan_faults(spec);
    if (!errors.empty()) throw InputError(std::move(errors));

    const Sites sites{spec};
    Structure result;
    result.box = sites.plan.box;
    result.species = spec.species;
    result.total = lattice_count(spec);
    if (result.total == 0)
        throw InputError("system.lattice", "no site of the lattice is left by its regions; make "
                                           "`inside` larger, or `outside` smaller");
    const auto put = [&](ParticleId id, std::int64_t n) {
        Vec3<double> position = sites.position(n);
        if (spec.perturbation > 0) {
            const Vec3<double> u = source::uniform_vector(spec.seed, id, 0);
            position = position + spec.perturbation * (2.0 * u - Vec3<double>{1, 1, 1});
        }
        result.id.push_back(id);
        result.type.push_back(spec.basis[spec.basis.size() == 1 ? 0 : sites.of_cell(n)]);
        result.position.push_back(position);
    };
    const ParticleId first = std::max<std::int64_t>(block.first, 0);
    const ParticleId last = std::min(block.last, result.total);
    if (sites.plan.cut) {
        ParticleId id = 0;
        for (std::int64_t n = 0; n < sites.count && id < last; ++n) {
            if (!sites.kept(n)) continue;
            if (id >= first) put(id, n);
            ++id;
        }
    } else {
        for (ParticleId id = first; id < last; ++id) put(id, id);
    }
    MDSIM_ENSURE(static_cast<std::int64_t>(result.id.size()) ==
                 std::max<std::int64_t>(last - first, 0));
    return result;
}

} // namespace mdsim
