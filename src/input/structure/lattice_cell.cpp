// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/lattice_cell.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/contract.hpp"
#include "input/structure/oriented_cell.hpp"

namespace mdsim {

namespace {

/// The sublattices that a lattice has by itself.
std::size_t kinds_of(const ConventionalCell& cell) { return cell.kinds.back() + 1; }

/// What each site of the conventional cell holds.
std::vector<TypeId> site_basis(const LatticeSpec& spec) {
    const ConventionalCell cell = conventional_cell(spec.lattice);
    MDSIM_REQUIRE(is_basis(spec.lattice, spec.basis.size()));
    if (spec.basis.size() == cell.sites.size()) return spec.basis;
    std::vector<TypeId> basis;
    for (const std::size_t kind : cell.kinds)
        basis.push_back(spec.basis[spec.basis.size() == 1 ? 0 : kind]);
    return basis;
}

OrientedCrystal oriented(const LatticeSpec& spec) {
    return {spec.lattice, site_basis(spec), *spec.orient};
}

} // namespace

int lattice_sites(Lattice lattice) {
    return static_cast<int>(conventional_cell(lattice).sites.size());
}

bool is_basis(Lattice lattice, std::size_t entries) {
    const ConventionalCell cell = conventional_cell(lattice);
    return entries == 1 || entries == kinds_of(cell) || entries == cell.sites.size();
}

LatticeCell lattice_cell(const LatticeSpec& spec) {
    const std::vector<TypeId> basis = site_basis(spec);
    LatticeCell result;
    result.cell = spec.orient ? oriented_cell(oriented(spec)) : unit_cell(spec.lattice);
    for (const TypeId one : basis)
        if (std::find(result.holds.begin(), result.holds.end(), one) == result.holds.end())
            result.holds.push_back(one);
    result.sizes.resize(result.holds.size(), 0);
    for (const std::size_t origin : result.cell.origins) {
        const auto found = std::find(result.holds.begin(), result.holds.end(), basis[origin]);
        const auto sublattice = static_cast<std::size_t>(found - result.holds.begin());
        result.sublattices.push_back(sublattice);
        result.numbers.push_back(result.sizes[sublattice]++);
    }
    return result;
}

std::vector<Diagnostic> lattice_cell_faults(const LatticeSpec& spec) {
    if (!is_basis(spec.lattice, spec.basis.size()))
        return {{"lattice", fmt::format("found species for {} sites; give 1 for all or {}, one for "
                                        "each site of the cell",
                                        spec.basis.size(), lattice_sites(spec.lattice))}};
    if (!spec.orient) return {};
    std::vector<Diagnostic> errors = orientation_faults(spec.lattice, *spec.orient);
    if (!errors.empty()) return errors;
    const std::int64_t sites = oriented_sites(oriented(spec));
    if (sites > most_oriented_sites)
        errors.push_back({"system.lattice.orient",
                          fmt::format("the crystal has {} sites before it repeats along these "
                                      "directions; allowed: up to {}. Give directions in smaller "
                                      "numbers",
                                      sites, most_oriented_sites)});
    return errors;
}

} // namespace mdsim
