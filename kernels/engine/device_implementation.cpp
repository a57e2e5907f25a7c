// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/device_implementation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/contract.hpp"
#include "physics/pair/free_pairs.hpp"
#include "physics/pair/pair_table.hpp"

namespace mdsim {

namespace {

template <class P>
void add_ranges(const std::vector<typename P::Real>& cutoff2, const DeviceSetup& setup,
                PairRanges<P>& ranges) {
    using Real = typename P::Real;
    for (const Real c2 : cutoff2) {
        const double range =
            std::max(std::sqrt(static_cast<double>(c2)), setup.sampled_range) + setup.skin;
        ranges.range2.push_back(c2 > 0 ? static_cast<Real>(range * range) : Real(-1));
        if (c2 > 0) ranges.largest = std::max(ranges.largest, range);
    }
    ++ranges.potentials;
}

} // namespace

template <class P> void DeviceSystem<P>::Implementation::make_forces(const DeviceSetup& s) {
    for (const auto& table : make_pair_tables<Real>(*s.force_field)) {
        forces.add(make_pair_force<P>(stream, table));
        std::visit([this](const auto& t) { add_ranges<P>(t.cutoff_squared, setup, ranges); },
                   table);
    }
    ranges.types = static_cast<std::uint32_t>(s.mass.size());
    if (s.sampled_range > 0 &&
        list_free_pairs(ranges.range2, s.mass.size() * s.mass.size(), s.sampled_range + s.skin))
        ranges.largest = std::max(ranges.largest, s.sampled_range + s.skin);
}

template <class P>
DeviceSystem<P>::Implementation::Implementation(const DeviceSetup& s)
    : setup(s), layout(s.ranks != nullptr ? *s.ranks : RankLayout{}),
      devices(s.ranks != nullptr
                  ? std::make_unique<LinkedDevices>(*layout.comm, s.transport, s.longest_wait)
                  : nullptr),
      atoms(stream, devices != nullptr ? &devices->links() : nullptr) {
    make_forces(s);
    setup.ranks = nullptr;
    setup.force_field = nullptr;
    std::vector<Real> inverse;
    for (const double m : s.mass) inverse.push_back(static_cast<Real>(1 / m));
    inverse_mass = stream.copy_of(inverse);
    mass = stream.copy_of(s.mass);
    motion_view = {inverse_mass.data(), inverse.front(), ranges.types, {}, s.seed};
}

template <class P>
void DeviceSystem<P>::Implementation::store_by_id(const AnyColumn& column, void* to) {
    MDSIM_REQUIRE(indexed);
    if (adopted().id_ordered)
        adopted().id_ordered->store(atoms, column, static_cast<std::byte*>(to));
    else
        atoms.store_column(column, to);
}

template <class P> std::size_t DeviceSystem<P>::Implementation::atoms_in_block() const {
    if (devices == nullptr) return atoms.size();
    const PeerLinks& links = devices->links();
    return static_cast<std::size_t>(
        IdBlock::of(layout.total_atoms, links.rank(), links.size()).size());
}

template <class P>
void DeviceSystem<P>::Implementation::take(std::span<const AtomRecord<P>> records) {
    // Tiles that became smaller stay so: the order of atoms goes by them.
    if (resident != nullptr) setup.tile_target = resident->lists.shape().atoms;
    // What was made for other atoms gives its memory back before more is taken.
    resident.reset();
    snapshot = {};
    changed();
    const ResidentSetup<P> with{&stream, &setup,        &ranges,    &forces,
                                &layout, devices.get(), mass.data()};
    resident = std::make_unique<Resident<P>>(with, atoms, records);
    update_box();
}

template <class P> void DeviceSystem<P>::Implementation::update_box() {
    atoms.box().set(stream, setup.box.edges,
                    adopted().check.limits(setup.largest_move, allowed_move));
}

template struct DeviceSystem<MixedPrecision>::Implementation;
template struct DeviceSystem<DoublePrecision>::Implementation;

} // namespace mdsim
