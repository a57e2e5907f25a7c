// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "cpu/simd/pack.hpp"
#include "cpu/simd/tile_kernels.hpp"
#include "physics/pair/potential.hpp"

namespace mdsim::simd::MDSIM_SIMD {

/// How the parameters of a pair are found: there is one set for all, or a shuffle picks from at
/// most 16 numbers, or they are gathered from memory.
enum class TypeTable { single, few, many };

/// The formula, a potential or a functional, and squared cutoff of the pairs in a pack.
template <class Formula, TypeTable table> class PairParameters {
    using Real = typename Formula::value_type;
    using Numbers = Pack<Real>;
    using WideFormula = typename Formula::template rebind<Numbers>;
    static constexpr std::size_t constants = potential_constants<Formula>;

  public:
    MDSIM_HD PairParameters(const PotentialTable<Real>& potential, IndexPack<Real> lane_types)
        : potential_(potential), row_(scaled(lane_types, static_cast<int>(potential.types))) {
        if constexpr (table == TypeTable::single) {
            for (std::size_t k = 0; k <= constants; ++k)
                shared_[k] = Numbers(potential.values[k * potential.stride]);
        }
    }

    /// The formulas of the lanes' pairs with neighbours of these types. Sets `cutoff2` to their
    /// squared cutoffs.
    MDSIM_HD WideFormula formula_for(IndexPack<Real> neighbour_types, Numbers& cutoff2) const {
        PotentialConstants<WideFormula> wide;
        for (std::size_t k = 0; k < constants; ++k) wide.value[k] = constant(k, neighbour_types);
        cutoff2 = constant(constants, neighbour_types);
        return potential_of<WideFormula>(wide);
    }

  private:
    MDSIM_HD Numbers constant(std::size_t k, IndexPack<Real> neighbour_types) const {
        if constexpr (table == TypeTable::single) {
            return shared_[k];
        } else {
            const IndexPack<Real> pair = row_ + neighbour_types;
            const Real* column = potential_.values + k * potential_.stride;
            if constexpr (table == TypeTable::few)
                return lookup_short(column, pair);
            else
                return lookup(column, pair);
        }
    }

    PotentialTable<Real> potential_;
    IndexPack<Real> row_;
    Numbers shared_[constants + 1];
};

} // namespace mdsim::simd::MDSIM_SIMD
