// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "config/cadence.hpp"
#include "config/config_check.hpp"

namespace mdsim {
namespace {

std::string with_unit(double value, std::string_view unit) {
    return fmt::format("{:.3g}{}{}", value, unit.empty() ? "" : " ", unit);
}

/// One field of the trajectory, and its rounding.
struct Rounded {
    const char* name;
    std::string_view unit;
    double step;   ///< 10^-precision
    double lost;   ///< steps beyond this are an error; 0: none is
    double coarse; ///< beyond this, a warning
    std::string typical;
    const char* outcome; ///< of what is lost
};

void check(const Rounded& r, std::vector<Diagnostic>& errors, std::vector<Diagnostic>& warnings) {
    const std::string found = fmt::format("{} would be stored in steps of {}, and {}", r.name,
                                          with_unit(r.step, r.unit), r.typical);
    if (r.lost > 0 && r.step > r.lost) {
        errors.push_back({"trajectory.precision",
                          fmt::format("{}: {}; allowed here: {} decimals or more, or all (leave "
                                      "the key out)",
                                      found, r.outcome, std::ceil(-std::log10(r.lost)))});
    } else if (r.coarse > 0 && r.step > r.coarse) {
        warnings.push_back({"trajectory.precision", found + ": little is left of them"});
    }
}

} // namespace

/// Of a normal distribution rounded to steps of twice its width two thirds become zero. Atoms that
/// see each other, up to the cutoff, are some 0.4 of it apart in a liquid.
void check_rounding(const TrajectorySettings& trajectory, const Units& units,
                    const TypicalSizes& sizes, std::vector<Diagnostic>& errors,
                    std::vector<Diagnostic>& warnings) {
    if (!trajectory.precision) {
        return;
    }
    const double step = std::pow(10.0, -*trajectory.precision);
    const auto unit = [&](Dimension d) { return units.trajectory_name(d); };
    check({"positions", unit(Dimension::length), step, sizes.cutoff / 4, sizes.cutoff / 20,
           fmt::format("atoms see each other up to a cutoff of {}",
                       with_unit(sizes.cutoff, unit(Dimension::length))),
           "neighbours would fall into one place"},
          errors, warnings);
    if (trajectory.holds(TrajectoryField::velocity) && sizes.fastest > 0) {
        const std::string_view name = unit(Dimension::velocity);
        check({"velocities", name, step, sizes.named ? 2 * sizes.fastest : 0, sizes.slowest / 2,
               sizes.fastest > sizes.slowest
                   ? fmt::format("a component of them is typically {} to {}",
                                 with_unit(sizes.slowest, name), with_unit(sizes.fastest, name))
                   : fmt::format("a component of them is typically {}",
                                 with_unit(sizes.fastest, name)),
               "most would be zero"},
              errors, warnings);
    }
    if (trajectory.holds(TrajectoryField::force) && sizes.attraction > 0) {
        const double force = units.to_trajectory(Dimension::force, sizes.attraction);
        check({"forces", unit(Dimension::force), step, 0, force,
               fmt::format("two atoms attract each other with up to {}",
                           with_unit(force, unit(Dimension::force))),
               ""},
              errors, warnings);
    }
}

} // namespace mdsim
