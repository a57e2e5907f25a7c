// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/field.hpp"
#include "core/hd.hpp"
#include "core/math.hpp"
#include "physics/pair/mixing.hpp"
#include "physics/pair/potential.hpp"
#include "physics/pair/potential_scale.hpp"
#include "physics/pair/table_nodes.hpp"

namespace mdsim {

class PairFormula;

/// The rows of a table: r strictly rising and positive, at least two rows.
struct TableCurve {
    std::vector<double> r;      ///< [length]
    std::vector<double> energy; ///< [energy]
    std::vector<double> force;  ///< -dV/dr [energy / length]
};

/// A potential by numbers: the rows of a file, or the nodes that `sample_for` makes of a formula.
struct TableParams {
    static constexpr std::string_view name = "table";
    std::string file;
    std::string section;
    TableCurve curve; ///< what the file says, in internal units; filled by whoever reads the file
    std::shared_ptr<const PairFormula> formula; ///< null where a file says the curve
    std::shared_ptr<const TableNodes> nodes;    ///< of the formula, for the cutoff of the pair

    static constexpr auto fields() {
        using P = TableParams;
        return std::make_tuple(
            field("file", &P::file, "text file of r, energy and force", required()),
            field("section", &P::section, "which section of the file; the only one where empty"));
    }
};

/// The grid for a curve: its own where its rows (at most 65536) are evenly spaced in r^2, else one
/// as fine as its rows are where they are closest, within 1024 to 16384 intervals.
TableGrid table_grid(const TableCurve& curve);

/// The grid of a table, that of its nodes if it has them.
TableGrid table_grid(const TableParams& p);

/// The coefficients c0 ... c3 of each interval, four after four.
std::vector<double> table_samples(const TableParams& p);

/// A potential given by numbers: a piecewise cubic in s = r^2 with continuous slope, so neither a
/// square root nor a division is needed, and the force is exactly minus the gradient of the energy.
///
/// The nodes take energy and slope from the cubic Hermite interpolation of the rows in r; between
/// them the error is h^4/384 d4V/ds4 in energy, h the grid spacing: for Lennard-Jones on 4096
/// intervals 1e-8 epsilon at r = 0.9 sigma. Inside the first row, V goes on linearly in r^2, with
/// a constant F/r; what lies beyond the last row is never asked for, the cutoff may not exceed it.
template <class Real> class Table {
  public:
    using Params = TableParams;
    using value_type = Real;
    template <class Other> using rebind = Table<Other>;
    static constexpr bool uses_samples = true;
    static constexpr int samples_per_interval = 4;

    /// `first_sample` is where this table's coefficients begin in the array of samples; the array
    /// must hold fewer than 2^24 numbers, so that a float can count them.
    Table(const Params& p, std::size_t first_sample) : Table(table_grid(p), first_sample) {}

    static std::vector<double> samples(const Params& p) { return table_samples(p); }

    MDSIM_HD PairTerm<Real> operator()(Real r2, const Scalar<Real>* base) const {
        const Real zero(static_cast<Scalar<Real>>(0));
        const Real place = fused_multiply_add(r2, inverse_spacing_, -start_);
        const Real node = truncate(minimum(maximum(place, zero), last_));
        const auto index = truncate_to_int(fused_multiply_add(
            node, Real(static_cast<Scalar<Real>>(samples_per_interval)), first_sample_));
        const auto [c0, c1, c2, c3] = lookup_four(base, index).value;
        const Real t = place - node;
        const Real inside = maximum(t, zero);
        const Real two(static_cast<Scalar<Real>>(2));
        const Real three(static_cast<Scalar<Real>>(3));
        const Real curved = inside * inside * fused_multiply_add(inside, c3, c2);
        const Real slope =
            fused_multiply_add(inside, fused_multiply_add(inside * three, c3, two * c2), c1);
        return {fused_multiply_add(t, c1, c0) + curved, slope * slope_to_force_};
    }

  private:
    Table(const TableGrid& grid, std::size_t first_sample)
        : inverse_spacing_(static_cast<Real>(1 / grid.spacing)),
          start_(static_cast<Real>(grid.first / grid.spacing)),
          last_(static_cast<Real>(grid.intervals - 1)),
          first_sample_(static_cast<Real>(first_sample)),
          slope_to_force_(static_cast<Real>(-2 / grid.spacing)) {}

    Real inverse_spacing_; ///< [1 / length^2]
    Real start_;           ///< the first node, in steps of the grid
    Real last_;            ///< the last interval
    Real first_sample_;
    Real slope_to_force_; ///< F/r = -2 dV/ds, per step of the grid [1 / length^2]
};

/// The last row of a table, or what the formula says: no cutoff may be larger [length].
double largest_cutoff(const TableParams& p);

/// The deepest point of a table within the cutoff, and where the energy rises above zero inside it;
/// that of the formula if there is one.
PotentialScale scale_of(const TableParams& p, double cutoff);

/// "table", or what the input calls the formula.
std::string name_of(const TableParams& p);

/// Makes the nodes of a formula, for a cutoff [length]; where another potential of the pair keeps
/// atoms apart, its energy may fall to minus infinity. Returns a fault, empty if there is none.
std::string sample_for(TableParams& p, double cutoff, bool other_has_core = false);

/// Whether a formula says what lies beyond the cutoff.
bool knows_tail(const TableParams& p);

/// The integral of r^2 V(r) from the cutoff to infinity [energy length^3].
double tail_energy_integral(const TableParams& p, double cutoff);

/// The integral of r^3 dV/dr from the cutoff to infinity [energy length^3].
double tail_virial_integral(const TableParams& p, double cutoff);

/// The formula of an unlike pair, by its rule; none where there is no formula or no such rule.
std::optional<TableParams> mix(const TableParams& a, const TableParams& b, MixingRule rule);

/// Both together, by their formulas, of which one may be a file; none of two files.
std::optional<TableParams> join(const TableParams& a, const TableParams& b);

} // namespace mdsim
