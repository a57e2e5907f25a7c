// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <variant>

#include "physics/formula_list.hpp"
#include "physics/moment/adp.hpp"
#include "physics/moment/moment_functional.hpp"
#include "physics/moment/stillinger_weber_sums.hpp"

namespace mdsim {

/// A list of templates of moment functionals.
template <template <class> class... Moment> struct MomentList {
    using Params = std::variant<typename Moment<double>::Params...>;
    template <class P, class Real>
    using OfParams = typename FormulaOfParams<P, Real, Moment...>::type;
    template <class Params>
    static constexpr bool has = (std::is_same_v<Params, typename Moment<double>::Params> || ...);
    static constexpr int most_moments = std::max({Moment<double>::moments...});
    template <template <class> class... More> using and_also = MomentList<Moment..., More...>;

    static_assert((is_moment_functional<Moment<float>> && ...) &&
                  (is_moment_functional<Moment<double>> && ...));
};

/// The moment functionals that an input names: the one place to add another.
using NamedMoments = MomentList<Adp>;

/// All that runs compute: also those by which other potentials are computed where they can be.
using MomentFunctionals = NamedMoments::and_also<StillingerWeberSums>;

/// Numbers of each atom that its neighbours must know: its slopes, in whole records of four.
inline constexpr std::size_t moment_channel_width =
    (std::size_t{MomentFunctionals::most_moments} + 3) / 4 * 4;

/// Whether a parameter struct is that of a moment functional.
template <class Params>
inline constexpr bool is_of_moments = MomentFunctionals::template has<Params>;

} // namespace mdsim
