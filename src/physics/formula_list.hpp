// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

namespace mdsim {

/// The formula, of a list of templates on Real, that a parameter struct belongs to.
template <class Params, class Real, template <class> class... Formula> struct FormulaOfParams;
template <class Params, class Real, template <class> class First, template <class> class... Rest>
struct FormulaOfParams<Params, Real, First, Rest...>
    : std::conditional_t<std::is_same_v<Params, typename First<Real>::Params>,
                         std::type_identity<First<Real>>, FormulaOfParams<Params, Real, Rest...>> {
};
template <class Params, class Real> struct FormulaOfParams<Params, Real> {};

/// A formula of some parameters; its samples, if it reads any, are appended to `samples`.
template <class Formula, class Params, class Real>
Formula make_formula(const Params& p, [[maybe_unused]] std::vector<Real>& samples) {
    if constexpr (Formula::uses_samples) {
        const std::size_t first = samples.size();
        for (const double sample : Formula::samples(p))
            samples.push_back(static_cast<Real>(sample));
        return Formula(p, first);
    } else {
        return Formula(p);
    }
}

} // namespace mdsim
