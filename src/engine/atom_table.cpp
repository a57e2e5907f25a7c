// SPDX-License-Identifier: BSD-3-Clause
#include "engine/atom_table.hpp"

#include <algorithm>
#include <vector>

#include "core/contract.hpp"
#include "core/parallel.hpp"
#include "domain/migration.hpp"

namespace mdsim {

namespace {

constexpr std::size_t values_at_once = 4096;

template <class P> AtomArrays<P> arrays_of(const Particles<P, Host>& p) {
    return {pointers_to<P, Host>(p), p.site.data(), p.reference.data(), p.force.data(),
            p.share.data()};
}

/// One value an owned atom, in local order.
template <class Value, class P, class Of>
std::vector<Value> owned_values(const AtomView<P>& atoms, const Of& of) {
    std::vector<Value> all;
    all.reserve(atoms.cells->owned_atoms);
    for (const LocalCell& cell : atoms.cells->cells) {
        for (LocalIndex i = cell.first; cell.owned && i < cell.first + cell.count; ++i)
            all.push_back(of(i));
    }
    return all;
}

template <class P> std::vector<ParticleId> owned_ids(const AtomView<P>& atoms) {
    return owned_values<ParticleId>(atoms, [&](LocalIndex i) { return atoms.particles->id[i]; });
}

} // namespace

template <class P>
HostAtomTable<P>::HostAtomTable(const AtomView<P>& atoms, const Communicator& comm)
    : AtomTable<P>(IdBlock::of(atoms.domain->total_atoms, comm.rank(), comm.size())),
      atoms_(atoms) {
    if (comm.size() == 1)
        find_places(comm);
    else
        delivery_.emplace(comm, atoms.domain->total_atoms, owned_ids(atoms));
}

template <class P> void HostAtomTable<P>::find_places(const Communicator& comm) {
    const std::int64_t total = atoms_.domain->total_atoms;
    place_.resize_discard(static_cast<std::size_t>(total));
    place_.fill(no_atom);
    parallel_for(atoms_.cells->cells.size(), [&](std::size_t c, std::size_t) {
        const LocalCell& cell = atoms_.cells->cells[c];
        for (LocalIndex i = cell.first; cell.owned && i < cell.first + cell.count; ++i) {
            const ParticleId id = atoms_.particles->id[i];
            if (0 <= id && id < total) place_[static_cast<std::size_t>(id)] = i;
        }
    });
    const bool missing = std::find(place_.begin(), place_.end(), no_atom) != place_.end();
    if (missing || atoms_.cells->owned_atoms != total)
        throw_lost_atoms(owned_ids(atoms_), total, comm);
}

template <class P> void HostAtomTable<P>::write(const AnyColumn& column, std::span<std::byte> to) {
    const AtomArrays<P> arrays = arrays_of(*atoms_.particles);
    std::visit(
        [&](const auto& of) {
            using Value = ColumnValue<P, std::decay_t<decltype(of)>>;
            if (delivery_) {
                const auto mine =
                    owned_values<Value>(atoms_, [&](LocalIndex i) { return of(arrays, i); });
                delivery_->to_blocks(std::as_bytes(std::span(mine)), sizeof(Value), to);
                return;
            }
            MDSIM_REQUIRE(to.size() == place_.size() * sizeof(Value));
            Value* values = reinterpret_cast<Value*>(to.data());
            const std::size_t parts = (place_.size() + values_at_once - 1) / values_at_once;
            parallel_for(parts, [&](std::size_t part, std::size_t) {
                const std::size_t end = std::min(place_.size(), (part + 1) * values_at_once);
                for (std::size_t id = part * values_at_once; id < end; ++id)
                    values[id] = of(arrays, place_[id]);
            });
        },
        column);
}

template <class P>
DeviceAtomTable<P>::DeviceAtomTable(IdOrder& order, LocalAtoms<P>& atoms, std::int64_t total,
                                    const Communicator& comm)
    : AtomTable<P>(IdBlock::of(total, comm.rank(), comm.size())), order_(&order) {
    const bool all = comm.sum_of(static_cast<std::int64_t>(atoms.owned())) == total;
    if (all && order.index()) return;
    const Buffer<ParticleId, Host>& id = atoms.look().particles.id;
    throw_lost_atoms(id.span(), total, comm);
}

template <class P>
void DeviceAtomTable<P>::write(const AnyColumn& column, std::span<std::byte> to) {
    MDSIM_REQUIRE(to.size() ==
                  static_cast<std::size_t>(this->block().size()) * value_bytes<P>(column));
    order_->write(column, to.data());
}

template class HostAtomTable<MixedPrecision>;
template class HostAtomTable<DoublePrecision>;
template class DeviceAtomTable<MixedPrecision>;
template class DeviceAtomTable<DoublePrecision>;

} // namespace mdsim
