// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/contract.hpp"
#include "core/hd.hpp"
#include "core/math.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// Neighbours that an atom may have within the cutoff of a cluster functional. Molten silicon has
/// nine by the cutoff of Stillinger and Weber, one atom in a million 17, and each one more is ten
/// times as rare or rarer.
inline constexpr int most_cluster_neighbours = 24;

/// Numbers of each atom that its neighbours must know: of each of its own neighbours a slope and a
/// key.
inline constexpr std::size_t cluster_channel_width = 4 * std::size_t{most_cluster_neighbours};

/// The few neighbours of an atom, in an order that the decomposition does not change.
template <class Real> struct Cluster {
    int count = 0;
    std::uint32_t own_type = 0;
    Vec3<Real> d[most_cluster_neighbours]; ///< from the atom to the neighbour [length]
    std::uint32_t type[most_cluster_neighbours];

    /// Adds a neighbour; those beyond the last that fits are counted alone.
    MDSIM_HD void add(const Vec3<Real>& from_atom, std::uint32_t neighbour_type) {
        if (count < most_cluster_neighbours) {
            d[count] = from_atom;
            type[count] = neighbour_type;
        }
        ++count;
    }
    MDSIM_HD bool fits() const { return count <= most_cluster_neighbours; }
};

/// The slopes of an atom's energy: dE/dd of each neighbour, as Cluster has them [energy / length].
template <class Real> using ClusterSlopes = Vec3<Real>[most_cluster_neighbours];

/// The constants of a cluster functional as it reads them: of each ordered pair of types, the
/// atom's first, and of the atom with two neighbours, [type][type] and [type][type][type].
template <class C> struct ClusterConstants {
    const typename C::Pair* pair;
    const typename C::Triple* triple;
    std::uint32_t types;

    MDSIM_HD const typename C::Pair& of(std::uint32_t own, std::uint32_t other) const {
        MDSIM_EXPECT(own < types && other < types);
        return pair[own * types + other];
    }
    MDSIM_HD const typename C::Triple& of(std::uint32_t own, std::uint32_t j,
                                          std::uint32_t k) const {
        MDSIM_EXPECT(own < types && j < types && k < types);
        return triple[(own * types + j) * types + k];
    }
};

/// The contract of a cluster functional `C`: an energy of each atom as a function of where its few
/// neighbours are, U = sum_i E(d_i1, d_i2, ...). Potentials with angles between bonds are of this
/// form; the name follows Carlsson, Solid State Phys. 43, 1 (1990).
///
/// In a round each rank computes energies and slopes of its own atoms; the force on an atom is then
/// the sum of its own slopes less those that its neighbours have of it.
///
/// - `C::value_type` is float or double, `C::Pair` and `C::Triple` are plain structs of constants.
/// - `C::Params`, of an ordered pair of species, with the keys of the input.
/// `pair_of<Real>(params)`
///   and `triple_of<Real>(params, third)` make the constants of the pair, and of the pair with a
///   second neighbour, the element number `third` of the same files; `cutoff_of(params)` is where
///   the pair ends, the same in both orders.
/// - `static Real evaluate(const Cluster<Real>&, const ClusterConstants<C>&, ClusterSlopes<Real>&)`
///   returns the energy of the atom and writes the slopes of all its neighbours. The cluster may
///   hold neighbours beyond the cutoff of their pair, which count as absent. Energy and slopes go
///   to zero at the cutoff.
template <class C>
inline constexpr bool is_cluster_functional = std::is_trivially_copyable_v<typename C::Pair>&&
    std::is_trivially_copyable_v<typename C::Triple>&& std::is_empty_v<C>;

} // namespace mdsim
