// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <utility>
#include <variant>

#include "cpu/simd/displaced_atoms.hpp"
#include "cpu/simd/force_entries.hpp"
#include "cpu/simd/gather_slots.hpp"
#include "cpu/simd/interleave_entries.hpp"
#include "cpu/simd/kernels.hpp"
#include "cpu/simd/motion_drivers.hpp"
#include "cpu/simd/near_blocks.hpp"
#include "cpu/simd/rank_keys.hpp"
#include "cpu/simd/select_points.hpp"
#include "cpu/simd/select_sites.hpp"
#include "physics/pair/pair_table.hpp"

namespace mdsim::simd::MDSIM_SIMD {

template <class P, class Potential, bool with_energy>
MDSIM_HD TileForce<P> force_for_types(std::size_t types) {
    if (types == 1) return &tile_force<Potential, with_energy, TypeTable::single, P>;
    if (types * types <= 16) return &tile_force<Potential, with_energy, TypeTable::few, P>;
    return &tile_force<Potential, with_energy, TypeTable::many, P>;
}

template <class P, std::size_t i>
MDSIM_HD TileForce<P> force_for_potential(bool with_energy, std::size_t types) {
    using Table = std::variant_alternative_t<i, AnyPairTable<typename P::Real>>;
    using Potential = typename Table::potential_type;
    return with_energy ? force_for_types<P, Potential, true>(types)
                       : force_for_types<P, Potential, false>(types);
}

template <class P, std::size_t... i>
MDSIM_HD TileForce<P> find_force(std::size_t potential, bool with_energy, std::size_t types,
                                 std::index_sequence<i...>) {
    TileForce<P> found = nullptr;
    ((potential == i ? void(found = force_for_potential<P, i>(with_energy, types)) : void()), ...);
    return found;
}

template <class P>
TileForce<P> tile_force_of(std::size_t potential, bool with_energy, std::size_t types) {
    constexpr std::size_t potentials = std::variant_size_v<AnyPairTable<typename P::Real>>;
    return find_force<P>(potential, with_energy, types, std::make_index_sequence<potentials>{});
}

/// All kernels of a precision for this instruction set.
template <class P> CpuKernels<P> kernel_set() {
    using Real = typename P::Real;
    CpuKernels<P> set;
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
    set.advance_tile = &advance_tile<P>;
    set.complete_run = &complete_run<P>;
    set.begin_run = &begin_run<P>;
    return set;
}

} // namespace mdsim::simd::MDSIM_SIMD
