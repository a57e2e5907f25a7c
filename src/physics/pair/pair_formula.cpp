// SPDX-License-Identifier: BSD-3-Clause
#include "physics/pair/pair_formula.hpp"

#include <algorithm>
#include <utility>

#include "core/contract.hpp"
#include "core/math.hpp"

namespace mdsim {

namespace {

class FormulaSum final : public PairFormula {
  public:
    using Part = std::shared_ptr<const PairFormula>;

    FormulaSum(Part a, Part b) : a_(std::move(a)), b_(std::move(b)) {}

    std::string name() const override { return a_->name() + " + " + b_->name(); }

    PairTerm<double> at(double r2) const override {
        const PairTerm<double> a = a_->at(r2);
        const PairTerm<double> b = b_->at(r2);
        return {a.energy + b.energy, a.force_over_r + b.force_over_r};
    }

    /// As near as either part goes. Of two ranges the shorter one is where the force has a kink;
    /// the sum ends at the longer one.
    FormulaShape shape() const override {
        const FormulaShape a = a_->shape();
        const FormulaShape b = b_->shape();
        FormulaShape sum;
        sum.exact_from = std::min(a.exact_from, b.exact_from);
        if (!(sum.exact_from > 0)) sum.exact_from = std::max(a.exact_from, b.exact_from);
        sum.range = std::min(a.range, b.range);
        sum.falls = a.falls || b.falls;
        sum.largest_cutoff = std::min(a.largest_cutoff, b.largest_cutoff);
        sum.grid = a.grid ? a.grid : b.grid;
        return sum;
    }

    PotentialScale scale(double cutoff) const override { return scale_by_looking(*this, cutoff); }

    bool has_tail() const override { return a_->has_tail() && b_->has_tail(); }

    std::shared_ptr<const PairFormula> mixed(const PairFormula& other,
                                             MixingRule rule) const override {
        const auto* sum = dynamic_cast<const FormulaSum*>(&other);
        if (sum == nullptr) return nullptr;
        Part a = a_->mixed(*sum->a_, rule);
        Part b = b_->mixed(*sum->b_, rule);
        if (!a || !b) return nullptr;
        return std::make_shared<FormulaSum>(std::move(a), std::move(b));
    }

  private:
    Part a_;
    Part b_;
};

} // namespace

PotentialScale scale_by_looking(const PairFormula& formula, double cutoff) {
    constexpr int points = 1000;
    const double first = formula.shape().exact_from / 2;
    PotentialScale scale;
    MDSIM_EXPECT(cutoff > 0);
    for (int i = points - 1; i > 0; --i) {
        const double r = cutoff * i / points;
        if (r < first) break;
        const double energy = formula.at(r * r).energy;
        if (scale.energy > 0 && energy >= 0) {
            scale.length = r;
            break;
        }
        scale.energy = std::max(scale.energy, -energy);
    }
    return scale;
}

TailIntegrals tail_integrals(const PairFormula& formula, double cutoff) {
    MDSIM_EXPECT(cutoff > 0 && formula.has_tail());
    // r = r_c / u turns the range into 0 < u <= 1, where powers of r are powers of u; Simpson's
    // rule, whose first point, at infinity, counts nothing.
    constexpr int steps = 4096;
    TailIntegrals sum;
    for (int i = 1; i <= steps; ++i) {
        const double u = static_cast<double>(i) / steps;
        const double r = cutoff / u;
        const PairTerm<double> term = formula.at(r * r);
        const double weight = i == steps ? 1 : i % 2 == 1 ? 4 : 2;
        const double part = weight / (3.0 * steps) * r * r / cutoff; // dr = r^2 / r_c du
        sum.energy += part * r * r * term.energy;
        sum.virial -= part * power<4>(r) * term.force_over_r;
    }
    return sum;
}

std::shared_ptr<const PairFormula> sum_of(std::shared_ptr<const PairFormula> a,
                                          std::shared_ptr<const PairFormula> b) {
    MDSIM_REQUIRE(a && b);
    return std::make_shared<FormulaSum>(std::move(a), std::move(b));
}

} // namespace mdsim
