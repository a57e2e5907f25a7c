// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/potential_columns.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "core/contract.hpp"
#include "physics/pair/free_pairs.hpp"
#include "physics/pair/pair_table.hpp"

namespace mdsim {

namespace {

template <class P, class Potential>
PotentialColumns<P> columns_of(const PairTable<Potential>& table) {
    using Real = typename P::Real;
    constexpr std::size_t constants = potential_constants<Potential>;
    const std::size_t pairs = table.potential.size();
    MDSIM_EXPECT(pairs == std::size_t{table.types} * table.types);
    MDSIM_EXPECT(table.cutoff_squared.size() == pairs);
    PotentialColumns<P> columns;
    columns.types = table.types;
    columns.stride = static_cast<std::uint32_t>((std::max<std::size_t>(pairs, 16) + 15) / 16 * 16);
    columns.values.assign((constants + 1) * columns.stride, Real(0));
    for (std::size_t pair = 0; pair < pairs; ++pair) {
        const auto values = constants_of(table.potential[pair]);
        for (std::size_t k = 0; k < constants; ++k)
            columns.values[k * columns.stride + pair] = values.value[k];
        columns.values[constants * columns.stride + pair] = table.cutoff_squared[pair];
    }
    columns.samples = table.samples;
    return columns;
}

} // namespace

template <class P>
PotentialSet<P>::PotentialSet(const ForceField& force_field, const ListSettings& settings) {
    using Real = typename P::Real;
    ranges.types = force_field.types();
    for (const auto& any : make_pair_tables<Real>(force_field)) {
        std::visit(
            [this](const auto& table) {
                potentials.push_back(columns_of<P>(table));
                cutoff2.insert(cutoff2.end(), table.cutoff_squared.begin(),
                               table.cutoff_squared.end());
            },
            any);
        potentials.back().force = cpu_kernels<P>().tile_force(any.index(), false, ranges.types);
        potentials.back().force_and_energy =
            cpu_kernels<P>().tile_force(any.index(), true, ranges.types);
    }
    ranges.potentials = potentials.size();
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
