// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "core/contract.hpp"
#include "core/elementary.hpp"
#include "core/field.hpp"
#include "core/math.hpp"

namespace mdsim {

/// How the parameters of an unlike pair follow from those of the two like pairs.
enum class MixingRule {
    arithmetic, ///< sigma: arithmetic mean, epsilon: geometric mean (Lorentz 1881, Berthelot 1898)
    geometric,  ///< both geometric means (Good and Hope 1970)
    sixth_power ///< sixth-power means (Waldman and Hagler 1993)
};

constexpr EnumNames<MixingRule, 3> enum_names(MixingRule) {
    return {{{"arithmetic", MixingRule::arithmetic},
             {"geometric", MixingRule::geometric},
             {"sixth_power", MixingRule::sixth_power}}};
}

/// The mean of two positive lengths by the rule; our own arithmetic, so that every machine agrees.
///
/// Sixth power: Waldman and Hagler, J. Comput. Chem. 14, 1077 (1993), doi:10.1002/jcc.540140909.
inline double mixed_length(double a, double b, MixingRule rule) {
    MDSIM_EXPECT(a > 0 && b > 0);
    switch (rule) {
    case MixingRule::arithmetic:
        return 0.5 * (a + b);
    case MixingRule::geometric:
        return square_root(a * b);
    case MixingRule::sixth_power:
        break;
    }
    return exponential(logarithm(0.5 * (power<6>(a) + power<6>(b))) / 6);
}

} // namespace mdsim
