// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "physics/pair/pair_formula.hpp"

namespace mdsim {

/// The numbers of a formula up to a cutoff, or what forbids to make them.
struct SampledFormula {
    std::shared_ptr<const TableNodes> nodes; ///< null where there is a fault
    std::string fault;
};

/// Whether something else keeps atoms apart where a formula falls to minus infinity.
enum class Core { own, of_another };

/// How far the numbers may be off: the energy by so much of |V| + r |F|, the force by so much of
/// |V|/r + |F|, at the distances named by FormulaShape::exact_from.
constexpr double exact_sampling = 1e-8;
constexpr double rough_sampling = 1e-6; ///< from half of that distance on

/// The largest number of intervals of one pair of species.
constexpr int most_sampled_intervals = 1 << 20;

/// Puts a formula on the coarsest grid, even in r^2, whose cubics follow it as closely as is said
/// above. Every interval is looked at where the error of a cubic is largest. The numbers begin at
/// half of FormulaShape::exact_from, or at the maximum of a formula that falls, if that is farther.
SampledFormula sample_formula(const PairFormula& formula, double cutoff, Core core = Core::own);

} // namespace mdsim
