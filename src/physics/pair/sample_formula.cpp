// SPDX-License-Identifier: BSD-3-Clause
#include "physics/pair/sample_formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/contract.hpp"

namespace mdsim {

namespace {

constexpr int fewest_intervals = 2048;

/// Where the force changes its sign for the last time on the way to r = 0, from repulsion to
/// attraction: the maximum of a formula that falls; none if nothing repels.
std::optional<double> find_maximum(const PairFormula& formula, double cutoff) {
    constexpr double step = 0.995;
    constexpr double nearest = 1e-4; // of the cutoff
    constexpr int halvings = 50;
    const auto repels = [&](double r) { return formula.at(r * r).force_over_r > 0; };
    std::optional<double> found;
    bool outer = repels(cutoff);
    for (double r = cutoff * step; r > nearest * cutoff; r *= step) {
        const bool inner = repels(r);
        if (outer && !inner) found = r;
        outer = inner;
    }
    if (!found) return std::nullopt;
    double low = *found;
    double high = *found / step;
    for (int i = 0; i < halvings; ++i) {
        const double middle = 0.5 * (low + high);
        (repels(middle) ? high : low) = middle;
    }
    return high;
}

/// A grid of about so many intervals from s = r^2 = `first` to beyond `last`, with a node at the
/// end of the formula's range, and with those of the grid that it must keep.
TableGrid grid_of(const FormulaShape& shape, double first, double last, double intervals) {
    if (shape.grid) {
        const double parts = std::ceil(intervals / shape.grid->intervals);
        return {first, shape.grid->spacing / parts,
                static_cast<int>(shape.grid->intervals * parts)};
    }
    const double kink = shape.range * shape.range;
    double spacing = (last - first) / std::ceil(intervals);
    if (kink > first && kink < last) spacing = (kink - first) / std::ceil((kink - first) / spacing);
    constexpr double rounding = 1e-9; // of an interval
    return {first, spacing, static_cast<int>(std::ceil((last - first) / spacing - rounding))};
}

NodeValue node_value(const PairFormula& formula, const TableGrid& grid, int node) {
    const PairTerm<double> term = formula.at(grid.first + node * grid.spacing);
    return {term.energy, -0.5 * term.force_over_r * grid.spacing};
}

/// Compares cubics with their formula, interval by interval from the nearest one on.
class Comparison {
  public:
    Comparison(const PairFormula& formula, const TableGrid& grid)
        : formula_(formula), grid_(grid), exact_from_(formula.shape().exact_from) {}

    /// The largest error in an interval, over what is allowed; infinite if the formula is.
    double worst_in(int interval, const double* c) {
        // Where the slope of a cubic between two nodes is furthest off, where its value is, and
        // close to both nodes, where the force may vanish.
        constexpr double places[] = {0.02, 0.21132486540518713, 0.5, 0.78867513459481287, 0.98};
        double worst = 0;
        for (const double t : places) {
            const double s = grid_.first + (interval + t) * grid_.spacing;
            const double energy = c[0] + t * (c[1] + t * (c[2] + t * c[3]));
            const double slope = c[1] + t * (2 * c[2] + t * 3 * c[3]);
            worst = std::max(worst, error_at(s, {energy, -2 * slope / grid_.spacing}));
        }
        return worst;
    }

  private:
    double error_at(double s, const PairTerm<double>& found) {
        constexpr double rounding = 1e-14;
        const PairTerm<double> term = formula_.at(s);
        const double size = std::abs(term.energy) + s * std::abs(term.force_over_r);
        if (!std::isfinite(size) || !std::isfinite(found.energy)) return HUGE_VAL;
        nearby_ = std::max(size, nearby_ / 2);
        const double allowed =
            size * (s < exact_from_ * exact_from_ ? rough_sampling : exact_sampling) +
            rounding * nearby_;
        const double error = std::max(std::abs(found.energy - term.energy),
                                      s * std::abs(found.force_over_r - term.force_over_r));
        return error > 0 ? error / allowed : 0;
    }

    const PairFormula& formula_;
    TableGrid grid_;
    double exact_from_;
    double nearby_ = 0; ///< of energies at the last few places
};

/// The cubics of a grid, and their worst error over what is allowed; of a grid that is far too
/// coarse only the first of them.
struct Attempt {
    TableNodes nodes;
    double worst = 0;
};

Attempt attempt(const PairFormula& formula, const TableGrid& grid) {
    Attempt result{{grid, {}}, 0};
    Comparison comparison(formula, grid);
    std::vector<double>& samples = result.nodes.samples;
    samples.reserve(4 * static_cast<std::size_t>(grid.intervals));
    NodeValue left = node_value(formula, grid, 0);
    constexpr double far_too_coarse = 1.2;
    for (int i = 0; i < grid.intervals && result.worst < far_too_coarse; ++i) {
        const NodeValue right = node_value(formula, grid, i + 1);
        append_interval(left, right, samples);
        left = right;
        result.worst = std::max(result.worst, comparison.worst_in(i, &samples[samples.size() - 4]));
    }
    return result;
}

} // namespace

SampledFormula sample_formula(const PairFormula& formula, double cutoff, Core core) {
    MDSIM_REQUIRE(cutoff > 0 && std::isfinite(cutoff));
    const FormulaShape shape = formula.shape();
    double maximum = 0;
    if (shape.falls && core == Core::own) {
        const std::optional<double> found = find_maximum(formula, cutoff);
        if (!found)
            return {nullptr,
                    fmt::format("the energy of '{}' falls to minus infinity, and nothing within "
                                "the cutoff keeps atoms apart; look at the signs and units of its "
                                "parameters",
                                formula.name())};
        maximum = *found;
    }
    const double first =
        shape.grid ? std::sqrt(shape.grid->first) : std::max(maximum, shape.exact_from / 2);
    if (!(first < cutoff))
        return {nullptr,
                fmt::format("the cutoff {:.6g} lies where '{}' is not computed: it is kept "
                            "as numbers from {:.6g} on",
                            cutoff, formula.name(), first)};
    const auto fault = [&] {
        return fmt::format("'{}' needs more than {} numbers to be kept closely enough between "
                           "{:.6g} and the cutoff {:.6g}; choose a shorter cutoff",
                           formula.name(), 4 * most_sampled_intervals, first, cutoff);
    };
    double intervals = fewest_intervals;
    for (;;) {
        const TableGrid grid = grid_of(shape, shape.grid ? shape.grid->first : first * first,
                                       cutoff * cutoff, intervals);
        Attempt made = attempt(formula, grid);
        if (made.worst <= 1) {
            made.nodes.maximum = maximum;
            return {std::make_shared<const TableNodes>(std::move(made.nodes)), {}};
        }
        if (intervals >= most_sampled_intervals || !std::isfinite(made.worst))
            return {nullptr, fault()};
        // Errors of forces fall with the third power of the spacing.
        const double more = std::clamp(1.03 * std::cbrt(made.worst), 1.02, 16.0);
        intervals = std::min<double>(std::ceil(intervals * more), most_sampled_intervals);
    }
}

} // namespace mdsim
