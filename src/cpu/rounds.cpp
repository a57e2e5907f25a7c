// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/rounds.hpp"

#include "core/contract.hpp"
#include "core/tagged_real.hpp"

namespace mdsim {

namespace {

/// A slope as neighbours read it.
template <class Real> Real told_slope(Real slope, TypeId type, std::size_t types) {
    MDSIM_EXPECT(type < types && types <= most_tagged_types);
    return types > 1 ? tagged(slope, type) : slope;
}

template <class P> TypeId type_of(const Particles<P, Host>& particles, LocalIndex atom) {
    return static_cast<TypeId>(particles.site[atom].type);
}

} // namespace

template <class P>
void clear_channel(const ListedTile<P>& tile, const Particles<P, Host>& particles,
                   std::size_t types, Channel<typename P::Real, Host>& channel) {
    using Real = typename P::Real;
    for (LocalIndex atom = tile.first; atom < tile.first + tile.count; ++atom)
        channel.value[atom] = told_slope(Real(0), type_of<P>(particles, atom), types);
}

template <class P>
void embed_tile(const ListedTile<P>& tile, const Particles<P, Host>& particles,
                const FunctionalColumns<P>& functional, const typename P::Real* density,
                Channel<typename P::Real, Host>& channel, PairSums* energies) {
    using Real = typename P::Real;
    for (std::uint32_t i = 0; i < tile.count; ++i) {
        const LocalIndex atom = atom_of_lane(tile, i);
        const TypeId type = type_of<P>(particles, atom);
        if (!functional.serves[type]) continue;
        const Embedded embedded = functional.embed(type, static_cast<double>(density[i]));
        channel.value[atom] =
            told_slope(static_cast<Real>(embedded.slope), type, functional.serves.size());
        if (energies == nullptr) continue;
        energies->energy.add(embedded.energy);
        if (embedded.beyond) energies->beyond.add(1);
    }
}

template <class P>
void add_embedding(const ListedTile<P>& tile, const Particles<P, Host>& particles,
                   const FunctionalColumns<P>& functional, const typename P::Real* density,
                   LaneSums<P>* sums) {
    for (std::uint32_t i = 0; i < tile.count; ++i) {
        const TypeId type = type_of<P>(particles, atom_of_lane(tile, i));
        if (!functional.serves[type]) continue;
        const Embedded embedded = functional.embed(type, static_cast<double>(density[i]));
        sums[i / group_lanes].energy[i % group_lanes] +=
            static_cast<typename P::Real>(embedded.energy);
    }
}

template <class P>
void put_channel(const ListedTile<P>& tile, const Channel<typename P::Real, Host>& channel,
                 Vec4<typename P::Real>* records) {
    const typename P::Real* value = channel.value.data();
    for (std::uint32_t slot = 0; slot < tile.slots.size(); ++slot)
        records[SlotLayout<P>::record_of(slot)].w = value[tile.slots[slot]];
}

template void clear_channel(const ListedTile<MixedPrecision>&,
                            const Particles<MixedPrecision, Host>&, std::size_t,
                            Channel<float, Host>&);
template void clear_channel(const ListedTile<DoublePrecision>&,
                            const Particles<DoublePrecision, Host>&, std::size_t,
                            Channel<double, Host>&);
template void embed_tile(const ListedTile<MixedPrecision>&, const Particles<MixedPrecision, Host>&,
                         const FunctionalColumns<MixedPrecision>&, const float*,
                         Channel<float, Host>&, PairSums*);
template void embed_tile(const ListedTile<DoublePrecision>&,
                         const Particles<DoublePrecision, Host>&,
                         const FunctionalColumns<DoublePrecision>&, const double*,
                         Channel<double, Host>&, PairSums*);
template void add_embedding(const ListedTile<MixedPrecision>&,
                            const Particles<MixedPrecision, Host>&,
                            const FunctionalColumns<MixedPrecision>&, const float*,
                            LaneSums<MixedPrecision>*);
template void add_embedding(const ListedTile<DoublePrecision>&,
                            const Particles<DoublePrecision, Host>&,
                            const FunctionalColumns<DoublePrecision>&, const double*,
                            LaneSums<DoublePrecision>*);
template void put_channel(const ListedTile<MixedPrecision>&, const Channel<float, Host>&,
                          Vec4<float>*);
template void put_channel(const ListedTile<DoublePrecision>&, const Channel<double, Host>&,
                          Vec4<double>*);

} // namespace mdsim
