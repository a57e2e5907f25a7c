// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/config_check.hpp"

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

double typical_momentum(const Config& config, const TypicalSizes& sizes, double mass) {
    return sizes.named ? std::sqrt(mass * highest_temperature(config)) : mass * sizes.fastest;
}

std::string what_is_wrong(const Config& config, const TypicalSizes& sizes, double mass) {
    const bool mixed = config.run.precision == Precision::mixed;
    if (!(mixed ? can_be_kept<float>(mass) : can_be_kept<double>(mass)))
        return fmt::format("is too {} for the numbers of {} precision",
                           mass < 1 ? "small" : "large", enum_name(config.run.precision));
    if (typical_momentum(config, sizes, mass) > most_momentum)
        return "is so large that the momenta of its atoms overflow their sum";
    return {};
}

} // namespace

void check_masses(const Config& config, const std::vector<Species>& species,
                  const TypicalSizes& sizes, std::vector<Fault>& faults) {
    const Units units = config.conversions();
    for (const Species& s : species) {
        const std::string wrong = s.mass > 0 ? what_is_wrong(config, sizes, s.mass) : "";
        if (wrong.empty()) continue;
        faults.push_back(
            {"species", fmt::format("the mass {:.6g}{}{} of \"{}\" {}; take one nearer to those "
                                    "of the other atoms, or other units",
                                    units.to_user(Dimension::mass, s.mass),
                                    units.name(Dimension::mass).empty() ? "" : " ",
                                    units.name(Dimension::mass), s.name, wrong)});
    }
}

} // namespace mdsim
