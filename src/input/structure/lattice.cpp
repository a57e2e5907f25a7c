// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/lattice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/cube_root.hpp"
#include "core/error.hpp"
#include "input/structure/uniform_vector.hpp"

namespace mdsim {

namespace {

/// The edges of a cell in units of the constant, and its sites in fractions of these edges.
struct UnitCell {
    Vec3<double> edges{1, 1, 1};
    std::vector<Vec3<double>> sites;
};

UnitCell unit_cell(Lattice lattice) {
    const std::vector<Vec3<double>> fcc = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
    UnitCell cell;
    switch (lattice) {
    case Lattice::sc:
        cell.sites = {{0, 0, 0}};
        break;
    case Lattice::bcc:
        cell.sites = {{0, 0, 0}, {0.5, 0.5, 0.5}};
        break;
    case Lattice::fcc:
        cell.sites = fcc;
        break;
    case Lattice::hcp:
        cell.edges = {1, std::sqrt(3.0), std::sqrt(8.0 / 3.0)};
        cell.sites = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 5.0 / 6.0, 0.5}, {0, 1.0 / 3.0, 0.5}};
        break;
    case Lattice::diamond:
        cell.sites = fcc;
        for (const Vec3<double>& site : fcc)
            cell.sites.push_back(site + Vec3<double>{0.25, 0.25, 0.25});
        break;
    }
    return cell;
}

void check_size(const LatticeSpec& spec, std::vector<Fault>& faults) {
    const auto given = [](double x) { return std::isfinite(x) && x > 0; };
    const bool one =
        given(spec.density) != given(spec.constant) && (spec.density == 0 || spec.constant == 0);
    if (!one)
        faults.push_back({"lattice", fmt::format("found density {} and lattice constant {}; give "
                                                 "exactly one of them, above zero",
                                                 spec.density, spec.constant)});
    constexpr std::int64_t most = std::int64_t{1} << 44;
    double product = 8;
    for (const std::int64_t n : spec.cells) product *= static_cast<double>(n);
    const bool positive = *std::min_element(spec.cells.begin(), spec.cells.end()) > 0;
    if (!positive || product > static_cast<double>(most))
        faults.push_back({"lattice", fmt::format("found {} x {} x {} cells; each count must be at "
                                                 "least 1, their product at most 2^41",
                                                 spec.cells[0], spec.cells[1], spec.cells[2])});
    if (!std::isfinite(spec.perturbation) || spec.perturbation < 0)
        faults.push_back({"lattice", fmt::format("found perturbation {}; it must not be negative",
                                                 spec.perturbation)});
}

void check_species(const LatticeSpec& spec, std::vector<Fault>& faults) {
    const int sites = lattice_sites(spec.lattice);
    const std::size_t named = spec.basis.size();
    if (spec.species.empty())
        faults.push_back({"lattice", "no species is named; name at least one"});
    if (named != 1 && named != static_cast<std::size_t>(sites))
        faults.push_back(
            {"lattice", fmt::format("found species for {} sites; give 1 for all or {}, "
                                    "one for each site of the cell",
                                    named, sites)});
    for (const TypeId type : spec.basis)
        if (type >= spec.species.size())
            faults.push_back({"lattice", fmt::format("a site has species {}, but there are only {} "
                                                     "(counted from 0)",
                                                     type, spec.species.size())});
}

double cell_constant(const LatticeSpec& spec, const UnitCell& cell) {
    if (spec.constant > 0) return spec.constant;
    const double shape = cell.edges.x * cell.edges.y * cell.edges.z;
    return cube_root(static_cast<double>(cell.sites.size()) / (spec.density * shape));
}

} // namespace

int lattice_sites(Lattice lattice) { return static_cast<int>(unit_cell(lattice).sites.size()); }

std::int64_t lattice_count(const LatticeSpec& spec) {
    return lattice_sites(spec.lattice) * spec.cells[0] * spec.cells[1] * spec.cells[2];
}

Structure make_lattice(const LatticeSpec& spec, IdBlock block) {
    std::vector<Fault> faults;
    check_size(spec, faults);
    check_species(spec, faults);
    if (!faults.empty()) throw InputError(std::move(faults));

    const UnitCell cell = unit_cell(spec.lattice);
    const std::int64_t sites = lattice_sites(spec.lattice);
    const double a = cell_constant(spec, cell);
    const Vec3<double> edge = a * cell.edges;
    const auto [nx, ny, nz] = spec.cells;
    Structure result;
    result.box.edges.xx = static_cast<double>(nx) * edge.x;
    result.box.edges.yy = static_cast<double>(ny) * edge.y;
    result.box.edges.zz = static_cast<double>(nz) * edge.z;
    result.species = spec.species;
    result.total = lattice_count(spec);
    const std::int64_t last = std::min(block.last, result.total);
    for (ParticleId id = std::max<std::int64_t>(block.first, 0); id < last; ++id) {
        const std::size_t site = static_cast<std::size_t>(id % sites);
        const std::int64_t i = id / sites;
        const std::int64_t layer = i / nx / ny;
        const Vec3<double> corner{static_cast<double>(i % nx), static_cast<double>(i / nx % ny),
                                  static_cast<double>(layer)};
        const Vec3<double> place = corner + cell.sites[site];
        Vec3<double> position{place.x * edge.x, place.y * edge.y, place.z * edge.z};
        if (spec.perturbation > 0) {
            const Vec3<double> u = source::uniform_vector(spec.seed, id, 0);
            position = position + spec.perturbation * (2.0 * u - Vec3<double>{1, 1, 1});
        }
        result.id.push_back(id);
        result.type.push_back(spec.basis[spec.basis.size() == 1 ? 0 : site]);
        result.position.push_back(position);
    }
    return result;
}

} // namespace mdsim
