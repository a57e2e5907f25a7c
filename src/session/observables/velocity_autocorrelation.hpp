// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <span>
#include <string>

#include "config/correlation_settings.hpp"
#include "core/box.hpp"
#include "core/contract.hpp"
#include "core/units.hpp"
#include "engine/observer.hpp"
#include "ops/atom_columns.hpp"
#include "ops/atom_products.hpp"
#include "session/observables/unit_power.hpp"

namespace mdsim {

/// How much of their velocities atoms keep, <v(0) . v(t)> [length^2 / time^2].
struct VelocityAutocorrelation {
    static constexpr const char* name = "vacf";
    static constexpr const char* title = "velocity autocorrelation";
    static constexpr auto section = &CorrelationSections::vacf;

    static column::WideVelocity column(const Box& /*box*/) { return {}; }

    static product::Scalar product() { return {}; }

    static StepNeeds needs() { return {.state = true}; }

    static std::string unit(const Units& units) {
        const std::string length = unit_power(units.name(Dimension::length), 2);
        return length.empty() ? "" : length + " " + unit_power(units.name(Dimension::time), -2);
    }

    /// D = 1/3 of the integral over the window (M. S. Green 1954, R. Kubo 1957; Frenkel and Smit,
    /// 2nd ed. 2002, eq. 4.4.11), by the trapezoidal rule; `values` by lag, `spacing` the time
    /// between two lags. NaN of fewer than two values.
    static double diffusion(std::span<const double> values, double spacing) {
        MDSIM_EXPECT(spacing > 0);
        if (values.size() < 2) return std::numeric_limits<double>::quiet_NaN();
        double sum = 0.5 * (values.front() + values.back());
        for (std::size_t lag = 1; lag + 1 < values.size(); ++lag) sum += values[lag];
        return sum * spacing / 3;
    }
};

} // namespace mdsim
