// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "physics/pair/pair_formula.hpp"

namespace mdsim {

/// A formula by its parameters and the functions beside them: `term_of` and `shape_of`, and where
/// there are some, `scale_of` and `mix`.
template <class Params> class FormulaOf final : public PairFormula {
  public:
    explicit FormulaOf(Params params) : params_(std::move(params)) {}

    std::string name() const override { return std::string(Params::name); }
    PairTerm<double> at(double r2) const override { return term_of(params_, r2); }
    FormulaShape shape() const override { return shape_of(params_); }

    PotentialScale scale(double cutoff) const override {
        if constexpr (requires { scale_of(params_, cutoff); })
            return scale_of(params_, cutoff);
        else
            return scale_by_looking(*this, cutoff);
    }

    std::shared_ptr<const PairFormula> mixed(const PairFormula& other,
                                             MixingRule rule) const override {
        if constexpr (requires { mix(params_, params_, rule); }) {
            if (const auto* same = dynamic_cast<const FormulaOf*>(&other)) {
                const std::optional<Params> both = mix(params_, same->params_, rule);
                if (both) return std::make_shared<FormulaOf>(*both);
            }
        }
        return nullptr;
    }

  private:
    Params params_;
};

} // namespace mdsim
