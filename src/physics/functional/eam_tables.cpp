// SPDX-License-Identifier: BSD-3-Clause
#include "physics/functional/eam_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "physics/functional/uniform_spline.hpp"

namespace mdsim {

namespace {

/// The cubic through four neighbouring values, at a place given in steps from the first.
double interpolated(const std::vector<double>& f, double steps) {
    const auto last = static_cast<double>(f.size() - 3);
    const double second = std::clamp(std::floor(steps), 1.0, last);
    const double p = std::min(steps - second, 2.0);
    const auto k = static_cast<std::size_t>(second);
    return -p * (p - 1) * (p - 2) / 6 * f[k - 1] + 0.5 * (p * p - 1) * (p - 2) * f[k] -
           0.5 * p * (p + 1) * (p - 2) * f[k + 1] + p * (p * p - 1) / 6 * f[k + 2];
}

/// The values on another grid.
std::vector<double> regridded(const std::vector<double>& f, double from, double to,
                              std::size_t knots) {
    std::vector<double> values(knots);
    for (std::size_t k = 0; k < knots; ++k)
        values[k] = interpolated(f, static_cast<double>(k) * to / from);
    return values;
}

/// A grid that serves several tables.
struct CommonGrid {
    double spacing = 0;
    double reach = 0;

    void take(double table_spacing, std::size_t values) {
        spacing = std::max(spacing, table_spacing);
        reach = std::max(reach, static_cast<double>(values - 1) * table_spacing);
    }
    /// As many as there are whole steps, which leaves out the last of a table that is alone.
    std::size_t knots() const { return static_cast<std::size_t>(std::lround(reach / spacing)); }
};

} // namespace

EamTables joined(const std::vector<EamElement>& elements, double k) {
    MDSIM_REQUIRE(!elements.empty());
    CommonGrid distances, densities;
    EamTables all;
    for (const EamElement& e : elements) {
        MDSIM_REQUIRE(e.embedding.size() >= least_knots && e.charge.size() >= least_knots);
        MDSIM_REQUIRE(e.density.size() == e.charge.size());
        distances.take(e.spacing, e.charge.size());
        densities.take(e.density_spacing, e.embedding.size());
        all.cutoff = std::max(all.cutoff, e.cutoff);
        all.elements.push_back(e.name);
        all.mass.push_back(e.mass);
    }
    all.spacing = distances.spacing;
    all.density_spacing = densities.spacing;
    const auto on_distances = [&](const EamElement& e, const std::vector<double>& f) {
        return regridded(f, e.spacing, all.spacing, distances.knots());
    };
    std::vector<std::vector<double>> charge, density;
    for (const EamElement& e : elements) {
        all.embedding.push_back(
            regridded(e.embedding, e.density_spacing, all.density_spacing, densities.knots()));
        charge.push_back(on_distances(e, e.charge));
        density.push_back(on_distances(e, e.density));
    }
    for (const std::vector<double>& own : charge) {
        for (std::size_t b = 0; b < elements.size(); ++b) {
            all.density.push_back(density[b]);
            std::vector<double>& pair = all.pair_times_r.emplace_back();
            for (std::size_t i = 0; i < own.size(); ++i)
                pair.push_back(k * (own[i] * charge[b][i]));
        }
    }
    return all;
}

EamTables chosen(const EamTables& all, const std::vector<std::size_t>& order) {
    EamTables some;
    some.spacing = all.spacing;
    some.density_spacing = all.density_spacing;
    some.cutoff = all.cutoff;
    for (const std::size_t a : order) {
        MDSIM_REQUIRE(a < all.elements.size());
        some.elements.push_back(all.elements[a]);
        some.mass.push_back(all.mass[a]);
        some.embedding.push_back(all.embedding[a]);
        for (const std::size_t b : order) {
            some.density.push_back(all.density[all.pair(a, b)]);
            some.pair_times_r.push_back(all.pair_times_r[all.pair(a, b)]);
        }
    }
    return some;
}

std::string fault_of(const EamTables& tables) {
    constexpr double margin = 1e-9; // of rounding
    const auto knots = static_cast<double>(tables.density.front().size());
    if (knots < least_knots || tables.embedding.front().size() < least_knots)
        return fmt::format("tables of fewer than {} values cannot be interpolated", least_knots);
    if (tables.cutoff > knots * tables.spacing * (1 + margin))
        return fmt::format("the cutoff {} lies beyond the tables, which end at {}", tables.cutoff,
                           (knots - 1) * tables.spacing);
    return {};
}

} // namespace mdsim
