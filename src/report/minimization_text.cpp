// SPDX-License-Identifier: BSD-3-Clause
#include "report/minimization_text.hpp"

#include <fmt/format.h>

#include "core/contract.hpp"
#include "core/counted.hpp"
#include "setup/measured_system.hpp"

namespace mdsim {

std::string minimization_text(const StageSettings& stage, const MinimizationReport& report,
                              const Units& units) {
    MDSIM_EXPECT(stage.minimize.has_value());
    const MinimizeSettings& settings = *stage.minimize;
    const auto number = [&](Dimension dimension, double value) {
        return with_unit(units, dimension, value);
    };
    std::string text =
        fmt::format("\"{}\" {} after {}: the largest force on an atom is {}, force_tolerance {}",
                    stage.name, report.converged ? "found a minimum" : "did not come to its end",
                    counted(report.steps, "step"), number(Dimension::force, report.largest_force),
                    number(Dimension::force, settings.force_tolerance));
    if (report.pressure_excess && settings.pressure_tolerance)
        text += fmt::format("; the pressure is off by {}, pressure_tolerance {}",
                            number(Dimension::pressure, *report.pressure_excess),
                            number(Dimension::pressure, *settings.pressure_tolerance));
    return text;
}

Diagnostic minimization_warning(std::size_t index, const StageSettings& stage,
                                const MinimizationReport& report, const SystemParts& parts) {
    MDSIM_EXPECT(!report.converged);
    constexpr std::int64_t many = 1'000;
    const bool coarse = parts.engine.run.precision == Precision::mixed && report.steps >= many;
    const std::string key = fmt::format("stage.{}.steps", index);
    const std::string text = minimization_text(stage, report, parts.units);
    if (report.largest_force == 0)
        return {key, fmt::format("{}: no atom feels another; at a pressure at which nothing holds "
                                 "atoms together there is no minimum",
                                 text)};
    return {key, fmt::format("{}: give the stage more steps{}", text,
                             coarse ? "; where forces fall no longer, mixed precision resolves no "
                                      "smaller ones: widen the tolerance, or set run.precision = "
                                      "\"double\""
                                    : "")};
}

} // namespace mdsim
