// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "config/config_check.hpp"

namespace mdsim {
namespace {

/// A mass and one over it are kept in the numbers of the run.
template <class Real> bool can_be_kept(double mass) {
    constexpr double least = std::numeric_limits<Real>::min();
    return std::min(mass, 1 / mass) >= least;
}

/// Sums take terms below 2^31; half of that is less than one momentum in twenty of its typical
/// size has.
constexpr double most_momentum = 0x1p30;

double typical_momentum(double temperature, const TypicalSizes& sizes, double mass) {
    return sizes.named ? std::sqrt(mass * temperature) : mass * sizes.fastest;
}

std::string in_users_units(const Units& units, Dimension dimension, double value) {
    const std::string_view name = units.name(dimension);
    return fmt::format("{:.6g}{}{}", units.to_user(dimension, value), name.empty() ? "" : " ",
                       name);
}

/// What a run takes a mass with.
struct Numbers {
    Units units;
    Precision precision;
    double temperature; ///< the highest that the input asks for, k_B T [energy]
};

std::string what_is_wrong(const Numbers& numbers, const TypicalSizes& sizes, double mass) {
    const bool mixed = numbers.precision == Precision::mixed;
    if (!(mixed ? can_be_kept<float>(mass) : can_be_kept<double>(mass)))
        return fmt::format("is too {} for the numbers of {} precision",
                           mass < 1 ? "small" : "large", enum_name(numbers.precision));
    if (typical_momentum(numbers.temperature, sizes, mass) <= most_momentum) return {};
    if (sizes.named) return "is so large that the momenta of its atoms overflow their sum";
    return fmt::format("and velocities of about {} in the file give momenta that overflow "
                       "their sum",
                       in_users_units(numbers.units, Dimension::velocity, sizes.fastest));
}

} // namespace

void check_masses(const SystemSections& sections, Precision precision, double temperature,
                  const std::vector<Species>& species, const TypicalSizes& sizes,
                  std::vector<Diagnostic>& errors) {
    const Numbers numbers{sections.conversions(), precision, temperature};
    for (std::size_t i = 0; i < species.size(); ++i) {
        const Species& s = species[i];
        const std::string wrong = s.mass > 0 ? what_is_wrong(numbers, sizes, s.mass) : "";
        if (wrong.empty()) continue;
        errors.push_back(
            {i < sections.species.size() ? fmt::format("species.{}.mass", i) : "system.file",
             fmt::format("the mass {} of \"{}\" {}; take one nearer to those of the "
                         "other atoms, or other units",
                         in_users_units(numbers.units, Dimension::mass, s.mass), s.name, wrong)});
    }
}

} // namespace mdsim
