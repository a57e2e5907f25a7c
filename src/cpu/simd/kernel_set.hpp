// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>

#include "cpu/simd/add_whole_parts.hpp"
#include "cpu/simd/curve_walks.hpp"
#include "cpu/simd/density_entries.hpp"
#include "cpu/simd/displaced_atoms.hpp"
#include "cpu/simd/force_entries.hpp"
#include "cpu/simd/gather_slots.hpp"
#include "cpu/simd/interleave_entries.hpp"
#include "cpu/simd/keep_walk.hpp"
#include "cpu/simd/kernels.hpp"
#include "cpu/simd/motion_drivers.hpp"
#include "cpu/simd/near_blocks.hpp"
#include "cpu/simd/rank_keys.hpp"
#include "cpu/simd/select_points.hpp"
#include "cpu/simd/select_sites.hpp"
#include "physics/curve/may_have_curve.hpp"
#include "physics/functional/functional_table.hpp"
#include "physics/pair/pair_table.hpp"

namespace mdsim::simd::MDSIM_SIMD {

/// The kernel of a walk, one for each way to find parameters by type.
template <class P, class Walk> MDSIM_HD auto walk_for_types(std::size_t types) {
    using Kernel = void (*)(const typename Walk::template Args<P>&);
    if (types == 1) return Kernel{&walk_tile<Walk, TypeTable::single, P>};
    if (types * types <= 16) return Kernel{&walk_tile<Walk, TypeTable::few, P>};
    return Kernel{&walk_tile<Walk, TypeTable::many, P>};
}

/// The kernel that `kernel_of` has for the alternative of this number in a variant of tables.
template <class Tables, class Kernel, class KernelOf>
MDSIM_HD Kernel find_kernel(std::size_t number, const KernelOf& kernel_of) {
    Kernel found = nullptr;
    const auto try_all = [&]<std::size_t... i>(std::index_sequence<i...>) {
        ((number == i
              ? void(found = kernel_of(std::type_identity<std::variant_alternative_t<i, Tables>>{}))
              : void()),
         ...);
    };
    try_all(std::make_index_sequence<std::variant_size_v<Tables>>{});
    return found;
}

/// The kernel of a walk of forces, `Walk<wanted>` where it sums up what is wanted. Of several types
/// the one that sums up all does so for the diagonals, too.
template <class P, template <WantedSums> class Walk>
MDSIM_HD TileForce<P> force_walk_for(WantedSums wanted, std::size_t types) {
    if (wanted == WantedSums::none) return walk_for_types<P, Walk<WantedSums::none>>(types);
    if (wanted == WantedSums::diagonals && types == 1)
        return &walk_tile<Walk<WantedSums::diagonals>, TypeTable::single, P>;
    return walk_for_types<P, Walk<WantedSums::all>>(types);
}

/// The same of one type alone.
template <class P, template <WantedSums> class Walk>
MDSIM_HD TileForce<P> single_walk_for(WantedSums wanted) {
    if (wanted == WantedSums::none) return &walk_tile<Walk<WantedSums::none>, TypeTable::single, P>;
    if (wanted == WantedSums::diagonals)
        return &walk_tile<Walk<WantedSums::diagonals>, TypeTable::single, P>;
    return &walk_tile<Walk<WantedSums::all>, TypeTable::single, P>;
}

/// Walks by what they sum up.
template <class Potential> struct WalksOf {
    template <WantedSums wanted> using Formula = PotentialWalk<Potential, wanted>;
    template <WantedSums wanted> using Curve = CurvePotentialWalk<Potential, wanted>;
};
template <class Functional> struct FunctionalWalksOf {
    template <WantedSums wanted> using Formula = FunctionalWalk<Functional, wanted>;
    template <WantedSums wanted> using Curve = CurveForceWalk<Functional, wanted>;
};

template <class P>
TileForce<P> tile_force_of(std::size_t potential, WantedSums wanted, std::size_t types) {
    return find_kernel<AnyPairTable<typename P::Real>, TileForce<P>>(
        potential, [=]<class Table>(std::type_identity<Table>) {
            using Walks = WalksOf<typename Table::potential_type>;
            return force_walk_for<P, Walks::template Formula>(wanted, types);
        });
}

template <class P>
TileForce<P> functional_force_of(std::size_t functional, WantedSums wanted, std::size_t types) {
    return find_kernel<AnyFunctionalTable<typename P::Real>, TileForce<P>>(
        functional, [=]<class Table>(std::type_identity<Table>) {
            using Walks = FunctionalWalksOf<typename Table::functional_type>;
            return force_walk_for<P, Walks::template Formula>(wanted, types);
        });
}

template <class P> TileForce<P> functional_share_of(std::size_t functional, std::size_t types) {
    return find_kernel<AnyFunctionalTable<typename P::Real>, TileForce<P>>(
        functional, [=]<class Table>(std::type_identity<Table>) {
            return walk_for_types<P, ShareWalk<typename Table::functional_type>>(types);
        });
}

template <class P> TileDensity<P> tile_density_of(std::size_t functional, std::size_t types) {
    return find_kernel<AnyFunctionalTable<typename P::Real>, TileDensity<P>>(
        functional, [=]<class Table>(std::type_identity<Table>) {
            return walk_for_types<P, DensityWalk<typename Table::functional_type>>(types);
        });
}

template <class P> TileForce<P> curve_potential_of(std::size_t potential, WantedSums wanted) {
    return find_kernel<AnyPairTable<typename P::Real>, TileForce<P>>(
        potential, [=]<class Table>(std::type_identity<Table>) -> TileForce<P> {
            using Potential = typename Table::potential_type;
            if constexpr (may_have_curve<Potential>)
                return single_walk_for<P, WalksOf<Potential>::template Curve>(wanted);
            else
                return nullptr;
        });
}

template <class P> TileForce<P> curve_force_of(std::size_t functional, WantedSums wanted) {
    return find_kernel<AnyFunctionalTable<typename P::Real>, TileForce<P>>(
        functional, [=]<class Table>(std::type_identity<Table>) {
            using Walks = FunctionalWalksOf<typename Table::functional_type>;
            return single_walk_for<P, Walks::template Curve>(wanted);
        });
}

template <class P> TileDensity<P> curve_density_of(std::size_t functional) {
    return find_kernel<AnyFunctionalTable<typename P::Real>, TileDensity<P>>(
        functional, []<class Table>(std::type_identity<Table>) {
            using Walk = CurveDensityWalk<typename Table::functional_type>;
            return TileDensity<P>{&walk_tile<Walk, TypeTable::single, P>};
        });
}

template <class P> TileKeep<P> tile_keep_of(std::size_t types) {
    return walk_for_types<P, KeepWalk<typename P::Real>>(types);
}

/// All kernels of a precision for this instruction set.
template <class P> CpuKernels<P> kernel_set() {
    using Real = typename P::Real;
    CpuKernels<P> set{};
    set.gather_slots = &gather_slots<P>;
    set.convert_run = &convert_run<P>;
    set.select_records_near = &select_records_near<Real>;
    set.select_sites_near = &select_sites_near<P>;
    set.find_near_blocks = &find_near_blocks;
    set.select_near = &select_near<Real>;
    set.select_neighbors = &select_neighbors<Real>;
    set.interleave_entries = &interleave_entries;
    set.rank_keys = &rank_keys;
    set.measure_moves = &measure_moves<P>;
    set.find_approaching = &find_approaching;
    set.find_partners = &find_partners<P>;
    set.tile_force = &tile_force_of<P>;
    set.functional_force = &functional_force_of<P>;
    set.functional_share = &functional_share_of<P>;
    set.tile_density = &tile_density_of<P>;
    if constexpr (std::is_same_v<Real, float>) {
        set.curve_potential = &curve_potential_of<P>;
        set.curve_force = &curve_force_of<P>;
        set.curve_density = &curve_density_of<P>;
    }
    set.tile_keep = &tile_keep_of<P>;
    set.farthest_move = &farthest_move<Real>;
    set.advance_tile = &advance_tile<P>;
    set.complete_run = &complete_run<P>;
    set.begin_run = &begin_run<P>;
    set.add_whole_parts = &add_whole_parts;
    return set;
}

} // namespace mdsim::simd::MDSIM_SIMD
