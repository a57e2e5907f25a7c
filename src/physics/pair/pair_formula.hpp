// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "physics/pair/mixing.hpp"
#include "physics/pair/pair_term.hpp"
#include "physics/pair/potential_scale.hpp"
#include "physics/pair/table_nodes.hpp"

namespace mdsim {

/// What must be known of a formula to keep it as numbers.
struct FormulaShape {
    /// The distance from which the numbers are to follow the formula to 1e-8; from half of it they
    /// do to 1e-6, and nearer pairs are extrapolated. Zero if the formula is smooth in r^2 down to
    /// r = 0 [length].
    double exact_from = 0;
    /// From here on energy and force are zero; the slope of the force may jump here [length].
    double range = std::numeric_limits<double>::infinity();
    bool falls = false; ///< the energy goes to minus infinity at r = 0
    double largest_cutoff = std::numeric_limits<double>::infinity(); ///< [length]
    std::optional<TableGrid> grid{}; ///< each of whose nodes must be one
};

/// A pair potential as a plain function of the distance, in double: what drivers see of it is the
/// numbers that `sample_formula` makes.
class PairFormula {
  public:
    virtual ~PairFormula() = default;

    /// As the input calls it.
    virtual std::string name() const = 0;

    /// Energy and force of a pair at a squared distance [length^2], which is above zero unless the
    /// formula is smooth there.
    virtual PairTerm<double> at(double r2) const = 0;

    virtual FormulaShape shape() const = 0;

    /// By what the potential is to be measured within a cutoff [length].
    virtual PotentialScale scale(double cutoff) const = 0;

    /// Whether the integrals beyond a cutoff are known.
    virtual bool has_tail() const { return true; }

    /// The potential of an unlike pair; null where this formula has no such rule.
    virtual std::shared_ptr<const PairFormula> mixed(const PairFormula& /*other*/,
                                                     MixingRule /*rule*/) const {
        return nullptr;
    }
};

/// Depth of the well within a cutoff, and where the energy becomes positive, by looking at a
/// thousand distances.
PotentialScale scale_by_looking(const PairFormula& formula, double cutoff);

/// The integrals of r^2 V(r) and of r^3 dV/dr from a cutoff to infinity, by quadrature [energy
/// length^3].
struct TailIntegrals {
    double energy = 0;
    double virial = 0;
};
TailIntegrals tail_integrals(const PairFormula& formula, double cutoff);

/// Two formulas that act together.
std::shared_ptr<const PairFormula> sum_of(std::shared_ptr<const PairFormula> a,
                                          std::shared_ptr<const PairFormula> b);

} // namespace mdsim
