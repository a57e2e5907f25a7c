// SPDX-License-Identifier: BSD-3-Clause
#include "physics/pair/table.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "core/contract.hpp"
#include "physics/pair/pair_formula.hpp"
#include "physics/pair/sample_formula.hpp"

namespace mdsim {

namespace {

constexpr int fewest_intervals = 1024;
constexpr int most_intervals = 16384;
constexpr std::size_t most_own_rows = 65536;

/// Whether the rows are evenly spaced in r^2, to a hundredth of a step.
bool evenly_spaced_in_square(const std::vector<double>& r, double spacing) {
    for (std::size_t i = 0; i < r.size(); ++i) {
        const double expected = r[0] * r[0] + static_cast<double>(i) * spacing;
        if (std::abs(r[i] * r[i] - expected) > 0.01 * spacing) return false;
    }
    return true;
}

struct EnergyAndSlope {
    double energy;
    double slope; ///< dV/dr
};

/// Cubic Hermite interpolation of the rows in r; Abramowitz and Stegun (1964), section 25.2.
EnergyAndSlope interpolate(const TableCurve& curve, double r) {
    MDSIM_EXPECT(r > 0);
    const auto above = std::upper_bound(curve.r.begin() + 1, curve.r.end() - 1, r);
    const auto i = static_cast<std::size_t>(above - curve.r.begin() - 1);
    const double h = curve.r[i + 1] - curve.r[i];
    const double t = std::clamp((r - curve.r[i]) / h, 0.0, 1.0);
    const double d0 = -curve.force[i] * h;
    const double d1 = -curve.force[i + 1] * h;
    const double rise = curve.energy[i + 1] - curve.energy[i];
    const double c2 = 3 * rise - 2 * d0 - d1;
    const double c3 = d0 + d1 - 2 * rise;
    return {curve.energy[i] + t * (d0 + t * (c2 + t * c3)), (d0 + t * (2 * c2 + 3 * t * c3)) / h};
}

} // namespace

TableGrid table_grid(const TableCurve& curve) {
    MDSIM_REQUIRE(curve.r.size() >= 2 && curve.r.front() > 0);
    MDSIM_EXPECT(std::is_sorted(curve.r.begin(), curve.r.end(), std::less_equal<>()));
    const double first = curve.r.front() * curve.r.front();
    const double span = curve.r.back() * curve.r.back() - first;
    const auto rows = static_cast<double>(curve.r.size());
    if (curve.r.size() <= most_own_rows && evenly_spaced_in_square(curve.r, span / (rows - 1)))
        return {first, span / (rows - 1), static_cast<int>(curve.r.size()) - 1};

    double closest = span;
    for (std::size_t i = 1; i < curve.r.size(); ++i)
        closest = std::min(closest, curve.r[i] * curve.r[i] - curve.r[i - 1] * curve.r[i - 1]);
    const double wanted = std::ceil(span / closest);
    const int intervals =
        static_cast<int>(std::clamp<double>(wanted, fewest_intervals, most_intervals));
    return {first, span / intervals, intervals};
}

namespace {

std::vector<double> samples_of(const TableCurve& curve) {
    MDSIM_REQUIRE(curve.energy.size() == curve.r.size() && curve.force.size() == curve.r.size());
    const TableGrid grid = table_grid(curve);
    const auto node = [&](int i) -> NodeValue {
        const double r = std::sqrt(grid.first + i * grid.spacing);
        EnergyAndSlope at = interpolate(curve, r);
        at.slope *= grid.spacing / (2 * r); // dV/ds, per step of the grid
        return {at.energy, at.slope};
    };
    std::vector<double> samples;
    samples.reserve(static_cast<std::size_t>(grid.intervals) * Table<double>::samples_per_interval);
    NodeValue left = node(0);
    for (int i = 0; i < grid.intervals; ++i) {
        const NodeValue right = node(i + 1);
        append_interval(left, right, samples);
        left = right;
    }
    return samples;
}

/// By what a formula is to be measured, and from where on its nodes are.
PotentialScale scale_of_formula(const TableParams& p, double cutoff) {
    MDSIM_EXPECT(p.nodes != nullptr);
    PotentialScale scale = p.formula->scale(cutoff);
    scale.first_row = std::sqrt(p.nodes->grid.first);
    scale.maximum = p.nodes->maximum;
    return scale;
}

/// A file as a part of a sum of formulas.
class FileFormula final : public PairFormula {
  public:
    explicit FileFormula(const TableParams& p)
        : params_(p), table_(p, 0), samples_(table_samples(p)) {}

    std::string name() const override { return name_of(params_); }
    PairTerm<double> at(double r2) const override { return table_(r2, samples_.data()); }
    FormulaShape shape() const override {
        return {.exact_from = params_.curve.r.front(),
                .largest_cutoff = params_.curve.r.back(),
                .grid = table_grid(params_)};
    }
    PotentialScale scale(double cutoff) const override { return mdsim::scale_of(params_, cutoff); }
    bool has_tail() const override { return false; }

  private:
    TableParams params_;
    Table<double> table_;
    std::vector<double> samples_;
};

/// The formula, also of a file.
std::shared_ptr<const PairFormula> as_formula(const TableParams& p) {
    if (p.formula) return p.formula;
    return std::make_shared<FileFormula>(p);
}

} // namespace

TableGrid table_grid(const TableParams& p) { return p.nodes ? p.nodes->grid : table_grid(p.curve); }

std::vector<double> table_samples(const TableParams& p) {
    return p.nodes ? p.nodes->samples : samples_of(p.curve);
}

double largest_cutoff(const TableParams& p) {
    if (p.formula) return p.formula->shape().largest_cutoff;
    return p.curve.r.empty() ? 0 : p.curve.r.back();
}

std::string name_of(const TableParams& p) {
    return p.formula ? p.formula->name() : std::string(TableParams::name);
}

std::string sample_for(TableParams& p, double cutoff, bool other_has_core) {
    if (!p.formula) return {};
    SampledFormula made =
        sample_formula(*p.formula, cutoff, other_has_core ? Core::of_another : Core::own);
    p.nodes = std::move(made.nodes);
    return made.fault;
}

bool knows_tail(const TableParams& p) { return p.formula && p.formula->has_tail(); }

double tail_energy_integral(const TableParams& p, double cutoff) {
    MDSIM_EXPECT(knows_tail(p));
    return tail_integrals(*p.formula, cutoff).energy;
}

double tail_virial_integral(const TableParams& p, double cutoff) {
    MDSIM_EXPECT(knows_tail(p));
    return tail_integrals(*p.formula, cutoff).virial;
}

std::optional<TableParams> mix(const TableParams& a, const TableParams& b, MixingRule rule) {
    if (!a.formula || !b.formula) return std::nullopt;
    TableParams mixed;
    mixed.formula = a.formula->mixed(*b.formula, rule);
    return mixed.formula ? std::optional(mixed) : std::nullopt;
}

std::optional<TableParams> join(const TableParams& a, const TableParams& b) {
    const bool empty_file = (!a.formula && a.curve.r.empty()) || (!b.formula && b.curve.r.empty());
    if (empty_file || (!a.formula && !b.formula)) return std::nullopt;
    TableParams both;
    both.formula = sum_of(as_formula(a), as_formula(b));
    return both;
}

PotentialScale scale_of(const TableParams& p, double cutoff) {
    if (p.formula) return scale_of_formula(p, cutoff);
    PotentialScale scale;
    const TableCurve& curve = p.curve;
    MDSIM_EXPECT(!curve.r.empty());
    scale.first_row = curve.r.front();
    std::size_t deepest = curve.r.size();
    for (std::size_t i = 0; i < curve.r.size() && curve.r[i] < cutoff; ++i) {
        if (-curve.energy[i] > scale.energy) {
            scale.energy = -curve.energy[i];
            deepest = i;
        }
    }
    for (std::size_t i = deepest; i > 0 && deepest < curve.r.size(); --i) {
        const double inner = curve.energy[i - 1];
        const double outer = curve.energy[i];
        if (inner < 0) continue;
        scale.length = curve.r[i - 1] + (curve.r[i] - curve.r[i - 1]) * inner / (inner - outer);
        break;
    }
    return scale;
}

} // namespace mdsim
