// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/potential_columns.hpp"
#include "cpu/tile_list.hpp"
#include "ops/sums.hpp"
#include "state/channel.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Writes a slope of zero to the channel for each atom of a tile: what stands there of atoms that
/// no functional serves. With several types a slope is tagged with that of its atom.
template <class P>
void clear_channel(const ListedTile<P>& tile, const Particles<P, Host>& particles,
                   std::size_t types, Channel<typename P::Real, Host>& channel);

/// Makes slopes of the densities of a tile's lanes and writes them to the channel, rounded and
/// tagged once, so that all neighbours read the same number; adds the energies of embedding, and
/// the number of atoms beyond what was fitted, to `energies` unless it is null.
template <class P>
void embed_tile(const ListedTile<P>& tile, const Particles<P, Host>& particles,
                const FunctionalColumns<P>& functional, const typename P::Real* density,
                Channel<typename P::Real, Host>& channel, PairSums* energies);

/// Adds the energies of the embedding of a tile's lanes to their sums.
template <class P>
void add_embedding(const ListedTile<P>& tile, const Particles<P, Host>& particles,
                   const FunctionalColumns<P>& functional, const typename P::Real* density,
                   LaneSums<P>* sums);

/// Replaces the last number of each record of a tile by what the channel holds of its atom.
template <class P>
void put_channel(const ListedTile<P>& tile, const Channel<typename P::Real, Host>& channel,
                 Vec4<typename P::Real>* records);

} // namespace mdsim
