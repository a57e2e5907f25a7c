// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mdsim {

/// The functions of embedded atoms for some elements, as numbers at equal steps from zero on.
///
/// Arrays of pairs hold what an atom of element a has of a neighbour of element b at
/// a * elements + b.
struct EamTables {
    std::vector<std::string> elements;             ///< their names
    std::vector<double> mass;                      ///< of each [mass]
    double spacing = 0;                            ///< of distances [length]
    double density_spacing = 0;                    ///< of densities
    double cutoff = 0;                             ///< where energy and density end [length]
    std::vector<std::vector<double>> embedding;    ///< F of each element [energy]
    std::vector<std::vector<double>> density;      ///< of pairs: what b adds to the density at a
    std::vector<std::vector<double>> pair_times_r; ///< of pairs: r phi(r) [energy length]

    std::size_t pair(std::size_t a, std::size_t b) const { return a * elements.size() + b; }
};

/// What a funcfl file says of its one element: Foiles, Baskes and Daw, Phys. Rev. B 33, 7983
/// (1986).
struct EamElement {
    std::string name;
    double mass = 0;
    double density_spacing = 0;
    double spacing = 0; ///< [length]
    double cutoff = 0;  ///< [length]
    std::vector<double> embedding;
    std::vector<double> charge;  ///< effective charge Z(r) [e]
    std::vector<double> density; ///< f(r)
};

/// The tables of several elements that each have a file: the density of an atom does not depend on
/// whom it is at, and phi_ab(r) = k Z_a(r) Z_b(r) / r. The common grid has the widest of the steps
/// and reaches as far as the longest table; functions are put on it by the cubic through four of
/// their points. `k` is the square of the elementary charge, [energy length]. At least one element.
EamTables joined(const std::vector<EamElement>& elements, double k);

/// The tables of the elements that `order` names, in this order, which may hold one several times.
EamTables chosen(const EamTables& all, const std::vector<std::size_t>& order);

/// What is wrong with tables; empty if they can be used.
std::string fault_of(const EamTables& tables);

} // namespace mdsim
