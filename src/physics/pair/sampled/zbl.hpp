// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/elementary.hpp"
#include "core/field.hpp"
#include "core/math.hpp"
#include "physics/pair/pair_formula.hpp"
#include "physics/pair/sampled/atomic_number.hpp"
#include "physics/pair/sampled/pair_context.hpp"

namespace mdsim {

struct ZblParams {
    static constexpr std::string_view name = "zbl";
    std::vector<double> atomic_numbers;
    double charges = 0;   ///< Z_1 Z_2 e^2 / (4 pi epsilon_0) [energy length]
    double screening = 0; ///< the length a [length]
    double angstrom = 0;  ///< [length]

    static constexpr auto fields() {
        return std::make_tuple(field(
            "atomic_numbers", &ZblParams::atomic_numbers, Dimension::none, between(1.0, 118.0),
            "those of the two species, in their order; else they are found by the names of "
            "the species"));
    }
};

/// Finds the atomic numbers that the input does not give, and takes the units; returns a fault.
inline std::string complete(ZblParams& p, const PairContext& context) {
    if (context.units.system() == UnitSystem::lj)
        return "type = \"zbl\" is in electron volts and Angstrom: set units.system to \"metal\", "
               "\"real\" or \"nano\"";
    if (p.atomic_numbers.empty()) {
        for (const std::string& species : context.species) {
            const int number = atomic_number(species);
            if (number == 0)
                return "the species \"" + species +
                       "\" is no element; give atomic_numbers = [Z of the first species, Z of the "
                       "second]";
            p.atomic_numbers.push_back(number);
        }
    }
    if (p.atomic_numbers.size() != context.species.size())
        return "atomic_numbers must be two numbers, those of the two species";
    const double z1 = p.atomic_numbers[0];
    const double z2 = p.atomic_numbers[1];
    p.charges = context.units.coulomb() * z1 * z2;
    p.angstrom = context.units.from_angstrom(1);
    p.screening = 0.46850 * p.angstrom / (power(z1, 0.23) + power(z2, 0.23));
    return {};
}

/// V(r) = Z_1 Z_2 e^2 / (4 pi epsilon_0 r) phi(r/a), a = 0.4685 Angstrom / (Z_1^0.23 + Z_2^0.23),
/// the universal screening of the repulsion of two nuclei by their electrons.
///
/// Ziegler, Biersack and Littmark, The Stopping and Range of Ions in Solids, vol. 1 (1985),
/// chapter 2; a without its last digits, as in LAMMPS.
inline PairTerm<double> term_of(const ZblParams& p, double r2) {
    constexpr double share[] = {0.18175, 0.50986, 0.28022, 0.02817};
    constexpr double decay[] = {3.19980, 0.94229, 0.40290, 0.20162};
    const double r = square_root(r2);
    const double x = r / p.screening;
    const double energy = p.charges / r; // of bare nuclei
    double screened = 0;
    double slope = 0; // of it, times -r
    for (int i = 0; i < 4; ++i) {
        const double part = share[i] * exponential(-decay[i] * x);
        screened += part;
        slope += part * decay[i] * x;
    }
    return {energy * screened, energy * (screened + slope) / r2};
}

/// Down to a twentieth of an Angstrom, where two copper atoms have 100 keV.
inline FormulaShape shape_of(const ZblParams& p) { return {.exact_from = 0.1 * p.angstrom}; }

} // namespace mdsim
