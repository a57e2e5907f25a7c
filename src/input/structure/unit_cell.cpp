// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/unit_cell.hpp"

#include <cmath>

namespace mdsim {

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

} // namespace mdsim
