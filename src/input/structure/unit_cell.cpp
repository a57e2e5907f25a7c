// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/unit_cell.hpp"

#include <cmath>
#include <utility>

namespace mdsim {

namespace {

ConventionalCell one_kind(const WholeVector& squares, std::vector<WholeVector> sites) {
    std::vector<std::size_t> kinds(sites.size(), 0);
    return {squares, std::move(sites), std::move(kinds)};
}

/// A cell with all of its sites once more, shifted, as those of another kind.
ConventionalCell two_kinds(ConventionalCell cell, const WholeVector& shift) {
    const std::size_t first = cell.sites.size();
    for (std::size_t i = 0; i < first; ++i) {
        WholeVector site = cell.sites[i] + shift;
        for (int d = 0; d < 3; ++d) site[d] %= ConventionalCell::parts;
        cell.sites.push_back(site);
    }
    cell.kinds.resize(2 * first, 1);
    return cell;
}

} // namespace

ConventionalCell conventional_cell(Lattice lattice) {
    const WholeVector cubic{1, 1, 1};
    const ConventionalCell fcc =
        one_kind(cubic, {{0, 0, 0}, {12, 12, 0}, {12, 0, 12}, {0, 12, 12}});
    const ConventionalCell hcp =
        one_kind({3, 9, 8}, {{0, 0, 0}, {12, 12, 0}, {12, 20, 12}, {0, 8, 12}});
    switch (lattice) {
    case Lattice::sc:
        return one_kind(cubic, {{0, 0, 0}});
    case Lattice::bcc:
        return one_kind(cubic, {{0, 0, 0}, {12, 12, 12}});
    case Lattice::fcc:
        return fcc;
    case Lattice::hcp:
        return hcp;
    case Lattice::diamond:
        return one_kind(cubic, two_kinds(fcc, {6, 6, 6}).sites);
    case Lattice::rocksalt:
        return two_kinds(fcc, {12, 0, 0});
    case Lattice::zincblende:
        return two_kinds(fcc, {6, 6, 6});
    case Lattice::wurtzite:
        return two_kinds(hcp, {0, 0, 9});
    }
    return {};
}

Vec3<double> conventional_edges(Lattice lattice) {
    const WholeVector squares = conventional_cell(lattice).squares;
    Vec3<double> edges;
    for (int d = 0; d < 3; ++d)
        edges[d] = std::sqrt(static_cast<double>(squares[d]) / static_cast<double>(squares.x));
    return edges;
}

UnitCell unit_cell(Lattice lattice) {
    const ConventionalCell whole = conventional_cell(lattice);
    UnitCell cell;
    cell.edges = conventional_edges(lattice);
    for (std::size_t i = 0; i < whole.sites.size(); ++i) {
        Vec3<double>& site = cell.sites.emplace_back();
        for (int d = 0; d < 3; ++d)
            site[d] = static_cast<double>(whole.sites[i][d]) / ConventionalCell::parts;
        cell.origins.push_back(i);
    }
    return cell;
}

} // namespace mdsim
