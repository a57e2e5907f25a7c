// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string>

#include "config/correlation_settings.hpp"
#include "core/box.hpp"
#include "core/contract.hpp"
#include "core/units.hpp"
#include "engine/observer.hpp"
#include "ops/atom_columns.hpp"
#include "ops/atom_products.hpp"
#include "report/line_fit.hpp"
#include "session/observables/unit_power.hpp"

namespace mdsim {

/// How far atoms are from where they were, <|r(t) - r(0)|^2> [length^2], in all three directions.
struct MeanSquareDisplacement {
    static constexpr const char* name = "msd";
    static constexpr const char* title = "mean-square displacement";
    static constexpr auto section = &CorrelationSections::msd;

    static column::Unwrapped column(const Box& box) { return {box.edges}; }

    static product::SquaredDistance product() { return {}; }

    static StepNeeds needs() { return {.look = {.unwrapped = true}}; }

    static std::string unit(const Units& units) {
        return unit_power(units.name(Dimension::length), 2);
    }

    /// D = slope / 6 (A. Einstein 1905; Frenkel and Smit, 2nd ed. 2002, eq. 4.4.9), the slope of a
    /// line through the last three quarters of the window; `values` by lag, `spacing` the time
    /// between two lags. NaN of fewer than two values.
    static double diffusion(std::span<const double> values, double spacing) {
        MDSIM_EXPECT(spacing > 0);
        LineFit line;
        for (std::size_t lag = values.size() / 4; lag < values.size(); ++lag)
            line.add(static_cast<double>(lag) * spacing, values[lag]);
        return line.slope() / 6;
    }
};

} // namespace mdsim
