// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/units.hpp"
#include "physics/pair/sampled/list.hpp"
#include "physics/pair/table.hpp"

namespace mdsim::test {

/// A formula and the distances between which it is tried, the second one a cutoff.
struct SampledCase {
    SampledPotentials params;
    double from = 0;
    double cutoff = 0;
};

/// Two elements in electron volts and Angstrom.
inline ZblParams zbl_of(const std::string& first, const std::string& second) {
    ZblParams params;
    const Units units(UnitSystem::metal);
    const std::array<std::string, 2> species{first, second};
    if (!complete(params, {units, species}).empty()) return {};
    return params;
}

/// One case of every formula of the list, in units of its literature; the test "every sampled
/// formula is tried" fails if one is missing.
inline std::vector<SampledCase> cases_of_all_formulas() {
    return {
        {MorseParams{0.3429, 1.3588, 2.866}, 1.2, 8},                     // Cu, eV and Angstrom
        {BuckinghamParams{1388.773, 0.362319, 175.0}, 1.6, 10},           // O-O of BKS
        {BuckinghamParams{22764.3, 0.149, 27.88}, 0.9, 12},               // O-O of oxides
        {BornMayerHugginsParams{0.2637, 2.34, 0.317, 1.05, 0.5}, 1.3, 8}, // Na-Na
        {ZblParams(zbl_of("Cu", "Cu")), 0.05, 4},
        {ZblParams(zbl_of("Ar", "Cu")), 0.05, 3},
        {MieParams{1, 1, 12, 6}, 0.75, 2.5},
        {MieParams{0.7, 1.2, 18.3, 6.5}, 0.9, 4},
        {YukawaParams{2.5, 1.5}, 0.4, 6},
        {YukawaParams{3, 4}, 0.2, 2.5},
        {GaussianParams{1.3, 0.8}, 0, 3},
        {GaussianParams{-0.4, 1.1}, 0, 2.5},
        {WcaParams{0.9, 1.1}, 0.8, 1.1 * 1.122462048309373},
        {WcaParams{1, 1}, 0.75, 2.5},
        {SoftCosineParams{4, 1.2}, 0, 1.2},
        {SoftCosineParams{-2, 1.7}, 0, 2.5},
    };
}

/// The formula as the input gives it.
inline std::shared_ptr<const PairFormula> formula_in(const SampledPotentials& params) {
    return std::visit([](const auto& p) { return formula_of(p); }, params);
}

/// A formula as a potential, before its cutoff is known.
inline TableParams potential_by(const SampledPotentials& params) {
    TableParams table;
    table.formula = formula_in(params);
    return table;
}

} // namespace mdsim::test
