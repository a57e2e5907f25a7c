// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <memory>
#include <variant>

#include "physics/pair/sampled/born_mayer_huggins.hpp"
#include "physics/pair/sampled/buckingham.hpp"
#include "physics/pair/sampled/formula_of.hpp"
#include "physics/pair/sampled/gaussian.hpp"
#include "physics/pair/sampled/mie.hpp"
#include "physics/pair/sampled/morse.hpp"
#include "physics/pair/sampled/soft_cosine.hpp"
#include "physics/pair/sampled/wca.hpp"
#include "physics/pair/sampled/yukawa.hpp"
#include "physics/pair/sampled/zbl.hpp"

namespace mdsim {

/// The potentials that an input names and that are kept as numbers, so that no driver has a kernel
/// of theirs: the one place to add another.
using SampledPotentials =
    std::variant<MorseParams, BuckinghamParams, BornMayerHugginsParams, ZblParams, MieParams,
                 YukawaParams, GaussianParams, WcaParams, SoftCosineParams>;

/// Whether the parameters are those of such a potential.
template <class Params> inline constexpr bool is_sampled = requires(const Params& p) {
    { shape_of(p) } -> std::same_as<FormulaShape>;
};

/// The formula of such parameters.
template <class Params> std::shared_ptr<const PairFormula> formula_of(const Params& params) {
    static_assert(is_sampled<Params>);
    return std::make_shared<FormulaOf<Params>>(params);
}

} // namespace mdsim
