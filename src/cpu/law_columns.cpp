// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/law_columns.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "physics/pair/free_pairs.hpp"
#include "physics/pair/pair_table.hpp"

namespace mdsim {

namespace {

template <class P, class Law> LawColumns<P> columns_of(const PairTable<Law>& table) {
    using Real = typename P::Real;
    constexpr std::size_t constants = law_constants<Law>;
    const std::size_t pairs = table.law.size();
    LawColumns<P> columns;
    columns.types = table.types;
    columns.stride = static_cast<std::uint32_t>((std::max<std::size_t>(pairs, 16) + 15) / 16 * 16);
    columns.values.assign((constants + 1) * columns.stride, Real(0));
    for (std::size_t pair = 0; pair < pairs; ++pair) {
        const auto values = constants_of(table.law[pair]);
        for (std::size_t k = 0; k < constants; ++k)
            columns.values[k * columns.stride + pair] = values.value[k];
        columns.values[constants * columns.stride + pair] = table.cutoff_squared[pair];
    }
    columns.samples = table.samples;
    return columns;
}

template <class P>
void list_pairs(const std::vector<typename P::Real>& cutoff_squared, double skin, double reach,
                ListRanges<P>& ranges) {
    for (const auto c2 : cutoff_squared) {
        const double range =
            c2 > 0 ? std::max(std::sqrt(static_cast<double>(c2)), reach) + skin : 0;
        ranges.range2.push_back(static_cast<typename P::Real>(range * range));
        ranges.largest = std::max(ranges.largest, range);
    }
}

} // namespace

template <class P> LawSet<P>::LawSet(const ForceField& force_field, double skin, double reach) {
    ranges.types = force_field.types();
    for (const auto& any : make_pair_tables<typename P::Real>(force_field)) {
        std::visit(
            [this, skin, reach](const auto& table) {
                laws.push_back(columns_of<P>(table));
                list_pairs<P>(table.cutoff_squared, skin, reach, ranges);
            },
            any);
        laws.back().force = cpu_kernels<P>().tile_force(any.index(), false, ranges.types);
        laws.back().force_and_energy = cpu_kernels<P>().tile_force(any.index(), true, ranges.types);
    }
    ranges.laws = laws.size();
    const std::size_t pairs = static_cast<std::size_t>(ranges.types) * ranges.types;
    if (reach > 0 && list_free_pairs(ranges.range2, pairs, reach + skin))
        ranges.largest = std::max(ranges.largest, reach + skin);
}

template struct LawSet<MixedPrecision>;
template struct LawSet<DoublePrecision>;

} // namespace mdsim
