// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/potential_columns.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/contract.hpp"
#include "physics/cluster/cluster_table.hpp"
#include "physics/curve/functional_curves.hpp"
#include "physics/curve/potential_curve.hpp"
#include "physics/functional/functional_table.hpp"
#include "physics/pair/free_pairs.hpp"
#include "physics/pair/pair_table.hpp"

namespace mdsim {

namespace {

/// How far what is kept of a list goes beyond cutoffs, as a part of the skin.
constexpr double kept_part = 0.4;

/// Columns of formulas, one of each pair of types; all arrays are as long.
template <class P, class Formula>
PotentialColumns<P> columns_of(TypeId types, const std::vector<Formula>& formula,
                               const std::vector<typename P::Real>& cutoff_squared,
                               const std::vector<typename P::Real>& samples) {
    using Real = typename P::Real;
    constexpr std::size_t constants = potential_constants<Formula>;
    const std::size_t pairs = formula.size();
    MDSIM_EXPECT(pairs == std::size_t{types} * types);
    MDSIM_EXPECT(cutoff_squared.size() == pairs);
    PotentialColumns<P> columns;
    columns.types = types;
    columns.stride = static_cast<std::uint32_t>((std::max<std::size_t>(pairs, 16) + 15) / 16 * 16);
    columns.values.assign((constants + 1) * columns.stride, Real(0));
    for (std::size_t pair = 0; pair < pairs; ++pair) {
        const auto values = constants_of(formula[pair]);
        for (std::size_t k = 0; k < constants; ++k)
            columns.values[k * columns.stride + pair] = values.value[k];
        columns.values[constants * columns.stride + pair] = cutoff_squared[pair];
    }
    columns.samples = samples;
    return columns;
}

/// The squares of ranges that go beyond cutoffs.
template <class P>
PotentialColumns<P> range_columns(TypeId types, const std::vector<typename P::Real>& cutoff_squared,
                                  double margin) {
    using Real = typename P::Real;
    std::vector<PairRange<Real>> formula;
    std::vector<Real> range_squared;
    for (const Real c2 : cutoff_squared) {
        const double range = c2 > 0 ? std::sqrt(static_cast<double>(c2)) + margin : 0.0;
        range_squared.push_back(static_cast<Real>(range * range));
        formula.push_back({range_squared.back()});
    }
    return columns_of<P>(types, formula, range_squared, {});
}

template <class P, class Functional>
FunctionalColumns<P> functional_columns(const FunctionalTable<Functional>& table, double margin) {
    FunctionalColumns<P> columns;
    columns.pairs =
        columns_of<P>(table.types, table.functional, table.cutoff_squared, table.samples);
    columns.kept = range_columns<P>(table.types, table.cutoff_squared, margin);
    columns.keep = cpu_kernels<P>().tile_keep(table.types);
    for (TypeId t = 0; t < table.types; ++t) columns.serves.push_back(table.serves(t));
    columns.embed = [embedding = table.embedding,
                     samples = table.embedding_samples](TypeId type, double density) {
        return evaluate_embedding<Functional>(embedding[type], density, samples.data());
    };
    return columns;
}

/// Has the kernels of a potential read a curve, where there is one type and a curve that is close
/// enough to it.
void read_curve(const AnyPairTable<float>& any, PotentialColumns<MixedPrecision>& columns) {
    if (columns.types > 1) return;
    columns.force_curve = potential_curve_beyond_core(any);
    std::vector<CurvePiece>& pieces = columns.force_curve.pieces;
    if (pieces.empty()) return;
    pieces.push_back({0, 0}); // what pairs at the cutoff and beyond read
    columns.set_forces([&](WantedSums wanted) {
        return cpu_kernels<MixedPrecision>().curve_potential(any.index(), wanted);
    });
}

/// Has the kernels of a functional read curves, where there are any that are close enough to it.
void read_curves(const AnyFunctionalTable<float>& any, FunctionalColumns<MixedPrecision>& columns) {
    const CpuKernels<MixedPrecision>& kernels = cpu_kernels<MixedPrecision>();
    FunctionalCurves curves = functional_curves(any);
    if (!curves.density.pieces.empty()) {
        columns.density_curve = std::move(curves.density);
        columns.density = kernels.curve_density(any.index());
    }
    if (!curves.force.pieces.empty()) {
        columns.pairs.curve = std::move(curves.force);
        columns.pairs.set_forces(
            [&](WantedSums wanted) { return kernels.curve_force(any.index(), wanted); });
    }
}

} // namespace

template <class P>
PotentialSet<P>::PotentialSet(const ForceField& force_field, const ListSettings& settings) {
    ranges.types = force_field.types();
    margin = kept_part * settings.skin;
    add_potentials(force_field);
    add_functionals(force_field);
    add_others(make_moment_tables<typename P::Real>(force_field));
    add_others(make_cluster_tables<typename P::Real>(force_field));
    set_ranges(settings);
}

template <class P> void PotentialSet<P>::add_potentials(const ForceField& force_field) {
    for (const auto& any : make_pair_tables<typename P::Real>(force_field)) {
        std::visit(
            [this](const auto& table) {
                potentials.push_back(columns_of<P>(table.types, table.potential,
                                                   table.cutoff_squared, table.samples));
                cutoff2.insert(cutoff2.end(), table.cutoff_squared.begin(),
                               table.cutoff_squared.end());
            },
            any);
        PotentialColumns<P>& added = potentials.back();
        added.set_forces([&](WantedSums wanted) {
            return cpu_kernels<P>().tile_force(any.index(), wanted, ranges.types);
        });
        if constexpr (std::is_same_v<typename P::Real, float>) read_curve(any, added);
    }
}

template <class P> void PotentialSet<P>::add_functionals(const ForceField& force_field) {
    const CpuKernels<P>& kernels = cpu_kernels<P>();
    for (const auto& any : make_functional_tables<typename P::Real>(force_field)) {
        std::visit(
            [this](const auto& table) {
                functionals.push_back(functional_columns<P>(table, margin));
                cutoff2.insert(cutoff2.end(), table.cutoff_squared.begin(),
                               table.cutoff_squared.end());
            },
            any);
        FunctionalColumns<P>& added = functionals.back();
        added.share = kernels.functional_share(any.index(), ranges.types);
        added.density = kernels.tile_density(any.index(), ranges.types);
        added.pairs.set_forces([&](WantedSums wanted) {
            return kernels.functional_force(any.index(), wanted, ranges.types);
        });
        if constexpr (std::is_same_v<typename P::Real, float>) read_curves(any, added);
    }
}

template <class P>
template <class AnyTable>
void PotentialSet<P>::add_others(const std::vector<AnyTable>& tables) {
    for (const AnyTable& any : tables) {
        ++others;
        std::visit(
            [this](const auto& table) {
                cutoff2.insert(cutoff2.end(), table.cutoff_squared.begin(),
                               table.cutoff_squared.end());
            },
            any);
    }
}

template <class P> void PotentialSet<P>::set_ranges(const ListSettings& settings) {
    using Real = typename P::Real;
    ranges.potentials = potentials.size() + functionals.size() + others;
    for (const Real c2 : cutoff2) {
        const double range = c2 > 0 ? settings.range(std::sqrt(static_cast<double>(c2))) : 0.0;
        ranges.range2.push_back(static_cast<Real>(range * range));
        ranges.largest = std::max(ranges.largest, range);
    }
    const std::size_t pairs = static_cast<std::size_t>(ranges.types) * ranges.types;
    const double free_range = settings.range(0);
    if (free_range > 0 && list_free_pairs(ranges.range2, pairs, free_range))
        ranges.largest = std::max(ranges.largest, free_range);
}

template struct PotentialSet<MixedPrecision>;
template struct PotentialSet<DoublePrecision>;

} // namespace mdsim
